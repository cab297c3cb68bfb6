// The reader's marks on the open paper: what the shell says of them, which one is looked at, and which are shown.
import type { Client } from '../ipc/client';
import type { Cause, NoteColor, NoteDraft, NoteEdit, NoteKind, NotesChange, NotesStatus, NotesTrouble, NoteView, Stretch } from '../ipc/generated/wire';
import { Draft } from './draft.svelte';

/** What narrows the pane. Empty lists narrow nothing. */
export interface PaneFilter {
  colors: NoteColor[];
  kinds: NoteKind[];
  tags: string[];
  text: string;
}

const everything: PaneFilter = { colors: [], kinds: [], tags: [], text: '' };
/** The shell may say many times in a row that notes changed. In milliseconds. */
const ASK_AGAIN_MS = 200;
/** What is not on the disk is tried again this often. In milliseconds. */
const RETRY_MS = 3000;

export class Notes {
  /** The paper that the notes are of. */
  paper = $state.raw<string | null>(null);
  all = $state.raw<NoteView[]>([]);
  troubles = $state.raw<NotesTrouble[]>([]);
  /** A newer program wrote them: nothing here changes them. */
  readOnly = $state(false);
  status = $state.raw<NotesStatus>({ unsaved: null, canUndo: false, canRedo: false });
  /** The note that the reader looks at. */
  active = $state<string | null>(null);
  /** The note whose editor is open. */
  editing = $state<string | null>(null);
  /** Which field of the editor takes the focus when it comes; `null` once it has. */
  field = $state<'note' | 'tags' | null>(null);
  /** Where the words of each note are, from the top of the text, in pixels. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole, never changed
  tops: ReadonlyMap<string, number> = $state.raw(new Map());
  /** How far the text is scrolled, and how high it is, in pixels. */
  view = $state.raw({ top: 0, height: 0 });
  /** A lost note that waits for words to be attached to. */
  attaching = $state<string | null>(null);
  filter = $state.raw<PaneFilter>(everything);
  /** The notes that hold the words of the filter; `null` while it has none. */
  private matching = $state.raw<ReadonlySet<string> | null>(null);
  private lookedFor = 0;
  /** Grows when something of the notes changed, here or elsewhere: lists over all papers ask again. */
  generation = $state(0);
  /** The words that the reader is to see, and how often he was sent to words: each time they are pointed out. */
  flashed = $state.raw<{ stretches: Stretch[]; turn: number }>({ stretches: [], turn: 0 });

  readonly kept = $derived(this.all.filter(({ deleted, kind }) => !deleted && kind !== 'paper'));
  readonly paperNote = $derived(this.all.find(({ deleted, kind }) => !deleted && kind === 'paper') ?? null);
  readonly trash = $derived(this.all.filter(({ deleted }) => deleted));
  /** Deleted elsewhere but edited here, or the other way round. */
  readonly offered = $derived(this.trash.filter(({ offered }) => offered));
  readonly narrowed = $derived(this.filter.colors.length + this.filter.kinds.length + this.filter.tags.length > 0 || this.filter.text.trim() !== '');
  readonly shown = $derived(this.narrowed ? this.kept.filter((note) => matches(note, this.filter) && (this.matching?.has(note.id) ?? true)) : this.kept);
  readonly placed = $derived(this.shown.filter(({ stretches }) => stretches.length > 0));
  readonly unplaced = $derived(this.shown.filter(({ stretches }) => stretches.length === 0));
  readonly tags = $derived(this.kept.flatMap(({ tags }) => tags).sort().filter((tag, at, all) => tag !== all[at - 1]));
  readonly counts = $derived.by(() => {
    const counts = { exact: 0, moved: 0, ambiguous: 0, absent: 0, lost: 0 };
    for (const { state } of this.kept) counts[state.kind === 'lost' && state.reason === 'noSection' ? 'absent' : state.kind] += 1;
    return counts;
  });

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a draft's own fields are state
  private drafts = new Map<string, Draft>();
  private wanted = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The notes of another paper, or of the same one read anew. The old ones stay until the new ones are here. */
  async load(paper: string | null): Promise<void> {
    this.wanted += 1;
    const request = this.wanted;
    if (paper !== this.paper) {
      void this.flush();
      this.active = null;
      this.editing = null;
      this.attaching = null;
      this.all = [];
      this.troubles = [];
      this.readOnly = false;
      this.paper = paper;
    }
    if (paper === null) return;
    try {
      const answer = await this.client.notes(paper);
      if (request !== this.wanted) return;
      this.all = answer.notes;
      this.troubles = answer.troubles;
      this.readOnly = answer.readOnly;
      this.follow(answer.status);
      void this.match();
      for (const note of answer.notes) this.drafts.get(note.id)?.changed(note.note);
    } catch (error) {
      if (request === this.wanted) this.failed(error);
    }
  }

  /** The shell says that notes of a paper changed. */
  changed(paper: string): void {
    this.generation += 1;
    if (paper !== this.paper) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => void this.load(this.paper), ASK_AGAIN_MS);
  }

  find(id: string | null): NoteView | undefined {
    return id === null ? undefined : this.all.find((note) => note.id === id);
  }

  /** Makes a mark. Resolves to it, or to `null` after a failure was shown. */
  async add(draft: NoteDraft): Promise<NoteView | null> {
    const paper = this.paper;
    if (paper === null) return null;
    return (await this.attempt(this.client.annotate(paper, draft)))?.notes[0] ?? null;
  }

  async edit(id: string, edit: NoteEdit): Promise<NoteView | null> {
    const paper = this.paper;
    if (paper === null) return null;
    return (await this.attempt(this.client.editNote(paper, id, edit)))?.notes[0] ?? null;
  }

  async remove(ids: string[]): Promise<boolean> {
    const paper = this.paper;
    if (paper === null) return false;
    for (const id of ids) this.drafts.delete(id);
    if (this.editing !== null && ids.includes(this.editing)) this.editing = null;
    if (this.active !== null && ids.includes(this.active)) this.active = null;
    return (await this.attempt(this.client.deleteNotes(paper, ids))) !== null;
  }

  async restore(ids: string[]): Promise<boolean> {
    const paper = this.paper;
    return paper !== null && (await this.attempt(this.client.restoreNotes(paper, ids))) !== null;
  }

  /** What the reader writes to a note; one for each note, as long as it may hold something that is not kept. */
  draft(note: NoteView): Draft {
    const known = this.drafts.get(note.id);
    if (known) return known;
    const { paper } = this;
    const draft = new Draft(note.note, (base, text) => this.write(paper, this.client.editNote(paper ?? '', note.id, { kind: 'note', base, note: text })));
    this.drafts.set(note.id, draft);
    return draft;
  }

  /** The same for the note on the whole paper, which need not be there yet. */
  paperDraft(): Draft {
    const { paper } = this;
    const key = `paper ${paper}`;
    const known = this.drafts.get(key);
    if (known) return known;
    const draft = new Draft(this.paperNote?.note ?? '', (base, text) => this.write(paper, this.client.setPaperNote(paper ?? '', base, text)));
    this.drafts.set(key, draft);
    return draft;
  }

  /** Keeps everything that is typed. Resolves to whether all of it is on the disk. */
  async flush(): Promise<boolean> {
    const kept = await Promise.all([...this.drafts].map(async ([key, draft]) => {
      const clean = await draft.flush();
      if (clean && this.editing !== key && !(key.startsWith('paper ') && this.editing === 'paper')) this.drafts.delete(key);
      return clean;
    }));
    return kept.every((one) => one) && this.status.unsaved === null;
  }

  /** The texts of this window that are not on the disk. */
  unkept(): string[] {
    return [...this.drafts.values()].filter((draft) => !draft.clean || draft.saving.state === 'failed').map(({ text }) => text);
  }

  /** Points out the words of a note. */
  flash(stretches: Stretch[]): void {
    this.flashed = { stretches, turn: this.flashed.turn + 1 };
  }

  narrow(part: Partial<PaneFilter>): void {
    this.filter = { ...this.filter, ...part };
    if (part.text !== undefined) void this.match();
  }

  widen(): void {
    this.filter = everything;
    this.matching = null;
  }

  /** Asks the shell, which knows what counts as the same, for the notes with the words of the filter. */
  private async match(): Promise<void> {
    this.lookedFor += 1;
    const request = this.lookedFor;
    const { paper, filter } = this;
    const found = paper === null || filter.text.trim() === '' ? null : await this.client.matchNotes(paper, filter.text).catch(() => null);
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole, never changed
    if (request === this.lookedFor) this.matching = found && new Set(found);
  }

  /** Tries to write what is not on the disk. */
  async tryAgain(): Promise<void> {
    const status = await this.client.retryUnsaved().catch(() => null);
    if (status) this.follow(status);
  }

  private async write(paper: string | null, asked: Promise<NotesChange>): Promise<{ text: string; unsaved: Cause | null }> {
    const change = await asked;
    if (paper === this.paper) this.take(change);
    this.generation += 1;
    return { text: change.notes[0]?.note ?? '', unsaved: change.status.unsaved };
  }

  private async attempt(asked: Promise<NotesChange>): Promise<NotesChange | null> {
    const paper = this.paper;
    try {
      const change = await asked;
      if (paper === this.paper) this.take(change);
      this.generation += 1;
      return change;
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  private take({ notes, status }: NotesChange): void {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- lives as long as this call
    const changed = new Map(notes.map((note) => [note.id, note]));
    const old = this.all.map((note) => {
      const now = changed.get(note.id);
      changed.delete(note.id);
      return now ?? note;
    });
    this.all = [...old, ...changed.values()];
    this.follow(status);
    void this.match();
  }

  private follow(status: NotesStatus): void {
    this.status = status;
    clearTimeout(this.retry);
    if (status.unsaved !== null) this.retry = setTimeout(() => void this.tryAgain(), RETRY_MS);
  }
}

function matches(note: NoteView, { colors, kinds, tags }: PaneFilter): boolean {
  if (colors.length > 0 && !(note.highlight && colors.includes(note.color))) return false;
  if (kinds.length > 0 && !kinds.some((kind) => (kind === 'bookmark' ? note.bookmark : note.kind === kind))) return false;
  return tags.every((tag) => note.tags.includes(tag));
}
