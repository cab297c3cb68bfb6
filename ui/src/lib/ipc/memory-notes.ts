// The reader's own work over data in memory: annotations of the papers that the memory client holds, with undo.
import type { NotesClient } from './client';
import { fold } from './memory-fold';
import type {
  Cause, CommandError, Deed, Event, NoteColor, NoteDraft, NoteEdit, NoteKind, NotePlace, NoteRow, NotesChange, NotesFilter, NotesStatus, NotesTrouble, NoteVersion,
  NoteView, PaperView, PassageView, Stretch, Transfer,
} from './generated/wire';

/** What the notes need of the client around them. */
export interface Surroundings {
  papers: ReadonlyMap<string, PaperView>;
  emit(event: Event): void;
  /** Other facts of a paper that undo knows. */
  amend(id: string, changed: Partial<PaperView>): void;
}

interface Step {
  paper: string;
  notes: string[];
  deed: Deed;
  back(): void;
  again(): void;
}

interface Named {
  passage: PassageView;
  place: NotePlace;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Enough Markdown for a page without the shell: paragraphs, bold, lists. */
function markup(markdown: string): string {
  const inline = (text: string) => escaped(text).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>').replace(/\n/g, '<br>');
  const block = (text: string) =>
    text.startsWith('- ') ? `<ul>${text.split('\n').map((line) => `<li>${inline(line.replace(/^- /, ''))}</li>`).join('')}</ul>` : `<p>${inline(text)}</p>`;
  return markdown.split(/\n{2,}/).filter((text) => text.trim() !== '').map(block).join('');
}

/** The passages of a paper with the place that each has in words. */
function named(paper: PaperView): Map<string, Named> {
  const all = new Map<string, Named>();
  for (const { kind, blocks } of paper.sections) {
    for (const block of blocks) {
      if (block.kind === 'passage') all.set(block.passage.id, { passage: block.passage, place: { section: kind, finding: null, side: 'text' } });
      else {
        for (const side of ['claim', 'quote'] as const) {
          const passage = block[side];
          if (passage) all.set(passage.id, { passage, place: { section: kind, finding: block.number, side } });
        }
      }
    }
  }
  return all;
}

export class MemoryNotes implements NotesClient {
  private readonly byPaper = new Map<string, NoteView[]>();
  private readonly history = new Map<string, NoteVersion[]>();
  private done: Step[] = [];
  private undone: Step[] = [];
  private made = 0;
  /** Set by tests: why nothing can be written. */
  broken: Cause | null = null;
  /** Set by tests and by the page's address: what is wrong with the notebook. */
  troubles: NotesTrouble[] = [];
  /** Set by tests: a newer program wrote the notes. */
  readOnly = false;

  constructor(private readonly around: Surroundings) {}

  /** Marks that are there from the start. */
  preset(paper: string, notes: NoteView[]): void {
    this.byPaper.set(paper, notes);
  }

  /** Marks of a paper outside the trash. */
  count(paper: string): number {
    return (this.byPaper.get(paper) ?? []).filter(({ deleted }) => !deleted).length;
  }

  /** The methods as functions of their own. */
  client(): NotesClient {
    const names = [
      'notes', 'annotate', 'editNote', 'setPaperNote', 'deleteNotes', 'restoreNotes', 'noteVersions', 'retryUnsaved', 'undo', 'redo', 'allNotes', 'matchNotes', 'tags',
      'renameTag', 'setStarred', 'previewNote', 'openNoteLink', 'chooseNotebook', 'backUp', 'previewRestore', 'restore', 'exportAnnotations',
      'importAnnotations', 'cancelTransfer', 'answerClose',
    ] as const satisfies (keyof NotesClient)[];
    return Object.fromEntries(names.map((name) => [name, this[name].bind(this)])) as unknown as NotesClient;
  }

  private status(): NotesStatus {
    return { unsaved: this.broken, canUndo: this.done.length > 0, canRedo: this.undone.length > 0 };
  }

  private of(paper: string): NoteView[] {
    if (!this.around.papers.has(paper)) throw { code: 'paperGone', message: `No source holds the paper ${paper} any more` } satisfies CommandError;
    return this.byPaper.get(paper) ?? [];
  }

  private ordered(paper: string): NoteView[] {
    const order = [...named(this.around.papers.get(paper) as PaperView).keys()];
    const at = ({ stretches: [first] }: NoteView) => (first ? order.indexOf(first.passage) * 1e6 + first.span.start : Number.MAX_SAFE_INTEGER);
    return [...this.of(paper)].sort((a, b) => at(a) - at(b));
  }

  private put(paper: string, note: NoteView): void {
    this.byPaper.set(paper, [...this.of(paper).filter(({ id }) => id !== note.id), note]);
  }

  private drop(paper: string, id: string): void {
    this.byPaper.set(paper, this.of(paper).filter((note) => note.id !== id));
  }

  private record(step: Step): void {
    this.done.push(step);
    this.undone = [];
    this.around.emit({ kind: 'notesChanged', paper: step.paper });
  }

  private change(paper: string, id: string, deed: Deed, part: (note: NoteView) => Partial<NoteView>): NoteView {
    const before = this.of(paper).find((note) => note.id === id);
    if (!before) throw { code: 'noteGone', message: `There is no note ${id}` } satisfies CommandError;
    const after: NoteView = { ...before, ...part(before), modifiedMs: Date.now() };
    after.html = markup(after.note);
    if (after.kind !== 'paper') after.kind = after.note.trim() !== '' ? 'note' : after.highlight ? 'highlight' : 'bookmark';
    this.put(paper, after);
    if (after.note !== before.note) this.version(after);
    this.record({ paper, notes: [id], deed, back: () => this.put(paper, before), again: () => this.put(paper, after) });
    return after;
  }

  private version({ id, note, html, modifiedMs }: NoteView): void {
    this.history.set(id, [{ note, html, timeMs: modifiedMs }, ...(this.history.get(id) ?? [])]);
  }

  private add(paper: string, draft: NoteDraft, kind: NoteKind | null, id?: string): NoteView {
    const texts = named(this.around.papers.get(paper) as PaperView);
    const quote = draft.stretches.map(({ passage, span }) => texts.get(passage)?.passage.text.slice(span.start, span.end) ?? '');
    const first = draft.stretches[0];
    const now = Date.now();
    const note: NoteView = {
      id: id ?? `note-${(this.made += 1)}`, kind: kind ?? (draft.note.trim() !== '' ? 'note' : draft.highlight ? 'highlight' : 'bookmark'),
      color: draft.color, highlight: draft.highlight, note: draft.note, html: markup(draft.note), tags: [...new Set(draft.tags)].sort(),
      bookmark: draft.bookmark, quote, place: (first && texts.get(first.passage)?.place) ?? { section: null, finding: null, side: 'text' },
      state: { kind: 'exact' }, stretches: draft.stretches, createdMs: now, modifiedMs: now, deleted: false, offered: false,
    };
    this.put(paper, note);
    this.version(note);
    this.record({
      paper, notes: [note.id], deed: kind === 'paper' ? 'paperNote' : 'add', back: () => this.drop(paper, note.id), again: () => this.put(paper, note),
    });
    return note;
  }

  private answer(...notes: NoteView[]): NotesChange {
    return { notes, status: this.status() };
  }

  async notes(paper: string) {
    return { paper, notes: this.ordered(paper), troubles: this.troubles, readOnly: this.readOnly, status: this.status() };
  }

  async annotate(paper: string, draft: NoteDraft) {
    this.of(paper);
    return this.answer(this.add(paper, draft, null));
  }

  async editNote(paper: string, id: string, edit: NoteEdit) {
    const changes: { [Kind in NoteEdit['kind']]: [Deed, (edit: Extract<NoteEdit, { kind: Kind }>, note: NoteView) => Partial<NoteView>] } = {
      color: ['recolor', ({ color }) => ({ color })],
      highlight: ['edit', ({ highlight }) => ({ highlight })],
      note: ['edit', ({ note }) => ({ note })],
      addTag: ['tag', ({ tag }, { tags }) => ({ tags: [...new Set([...tags, tag.trim()])].filter((one) => one !== '').sort() })],
      removeTag: ['tag', ({ tag }, { tags }) => ({ tags: tags.filter((one) => one !== tag) })],
      bookmark: ['bookmark', ({ bookmark }) => ({ bookmark })],
      reattach: ['reattach', ({ stretches }) => ({ stretches, state: { kind: 'exact' } })],
    };
    const [deed, part] = changes[edit.kind] as [Deed, (edit: NoteEdit, note: NoteView) => Partial<NoteView>];
    return this.answer(this.change(paper, id, deed, (note) => part(edit, note)));
  }

  async setPaperNote(paper: string, _base: string, note: string) {
    const own = this.of(paper).find(({ kind }) => kind === 'paper');
    if (own) return this.answer(this.change(paper, own.id, 'paperNote', () => ({ note, deleted: false })));
    const draft: NoteDraft = { stretches: [], color: 'yellow', highlight: false, note, tags: [], bookmark: false };
    return this.answer(this.add(paper, draft, 'paper', `paper-${paper}`));
  }

  async deleteNotes(paper: string, notes: string[]) {
    return this.answer(...notes.map((id) => this.change(paper, id, 'delete', () => ({ deleted: true }))));
  }

  async restoreNotes(paper: string, notes: string[]) {
    return this.answer(...notes.map((id) => this.change(paper, id, 'restore', () => ({ deleted: false, offered: false }))));
  }

  async noteVersions(_paper: string, note: string) {
    return this.history.get(note) ?? [];
  }

  async retryUnsaved() {
    return this.status();
  }

  private async step(from: Step[], to: Step[], go: (step: Step) => void) {
    const step = from.pop();
    if (!step) return null;
    go(step);
    to.push(step);
    this.around.emit({ kind: 'notesChanged', paper: step.paper });
    return { paper: step.paper, notes: step.notes, deed: step.deed };
  }

  undo() {
    return this.step(this.done, this.undone, (step) => step.back());
  }

  redo() {
    return this.step(this.undone, this.done, (step) => step.again());
  }

  async allNotes(filter: NotesFilter, first: number, count: number) {
    const words = fold(filter.text).text.split(/\s+/).filter((word) => word !== '');
    const matches = (note: NoteView, name: string) =>
      note.deleted === filter.trash &&
      (filter.colors.length === 0 || filter.colors.includes(note.color)) &&
      (filter.kinds.length === 0 || filter.kinds.includes(note.kind)) &&
      filter.tags.every((tag) => note.tags.includes(tag)) &&
      words.every((word) => fold([note.note, name, ...note.quote, ...note.tags].join('\n')).text.includes(word));
    const papers = [...this.byPaper.keys()].filter((id) => filter.paper === null || filter.paper === id).map((id) => this.around.papers.get(id)).filter((paper) => paper !== undefined);
    papers.sort((a, b) => b.day.localeCompare(a.day));
    const rows = papers.flatMap((paper) =>
      this.ordered(paper.id).filter((note) => matches(note, paper.name)).map((note): NoteRow => ({
        paper: paper.id, paperName: paper.name, day: paper.day, gone: paper.missing, id: note.id, kind: note.kind, color: note.color, html: note.html,
        tags: note.tags, bookmark: note.bookmark, quote: note.quote, place: note.place, standing: note.state.kind, modifiedMs: note.modifiedMs, offered: note.offered,
      })));
    if (filter.sort === 'time') rows.sort((a, b) => b.modifiedMs - a.modifiedMs);
    const kept = [...this.byPaper.values()].map((notes) => notes.filter(({ deleted }) => !deleted).length);
    return {
      first, rows: rows.slice(first, first + count), total: rows.length, all: kept.reduce((sum, one) => sum + one, 0),
      papers: kept.filter((one) => one > 0).length, troubles: this.troubles, complete: true,
    };
  }

  async matchNotes(paper: string, text: string) {
    const words = fold(text).text.split(/\s+/).filter((word) => word !== '');
    const folded = (note: NoteView) => fold([note.note, ...note.quote, ...note.tags].join('\n')).text;
    return this.of(paper).filter((note) => words.every((word) => folded(note).includes(word))).map(({ id }) => id);
  }

  async tags() {
    const counts = new Map<string, number>();
    for (const note of [...this.byPaper.values()].flat()) if (!note.deleted) for (const tag of note.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
  }

  async renameTag(from: string, to: string) {
    let changed = 0;
    for (const [paper, notes] of this.byPaper) {
      for (const note of notes.filter(({ tags }) => tags.includes(from))) {
        const tags = new Set(note.tags.map((tag) => (tag === from ? to.trim() : tag)).filter((tag) => tag !== ''));
        this.change(paper, note.id, 'renameTag', () => ({ tags: [...tags].sort() }));
        changed += 1;
      }
    }
    return changed;
  }

  async setStarred(paper: string, starred: boolean) {
    this.of(paper);
    this.around.amend(paper, { starred });
    this.record({ paper, notes: [], deed: 'star', back: () => this.around.amend(paper, { starred: !starred }), again: () => this.around.amend(paper, { starred }) });
  }

  async previewNote(markdown: string) {
    return markup(markdown);
  }

  async openNoteLink(url: string) {
    if (!/^https?:/.test(url)) throw { code: 'linkRefused', message: 'Not a web address' } satisfies CommandError;
    window.open(url, '_blank', 'noopener');
  }

  async chooseNotebook() {}

  async backUp(): Promise<Transfer> {
    return { kind: 'saved', name: 'kaozheng-notes.zip', notes: [...this.byPaper.values()].flat().length };
  }

  async previewRestore(): Promise<Transfer> {
    const notes = [...this.byPaper.values()].flat().length;
    return { kind: 'preview', preview: { id: 1, name: 'kaozheng-notes.zip', papers: this.byPaper.size, notes, added: 0, same: notes, changed: 0, deletedHere: 0, onlyHere: 0 } };
  }

  async restore(): Promise<Transfer> {
    const read = [...this.byPaper.values()].flat().length;
    return { kind: 'done', read, added: 0, changed: 0, skipped: read, failed: [], stopped: false, safety: 'kaozheng-notes-before.zip' };
  }

  async exportAnnotations(): Promise<Transfer> {
    return { kind: 'saved', name: 'kaozheng-notes.jsonld', notes: [...this.byPaper.values()].flat().length };
  }

  async importAnnotations(): Promise<Transfer> {
    return { kind: 'cancelled' };
  }

  async cancelTransfer() {}

  async answerClose() {}
}

/** Marks on a paper for a look at many of them: `count` stretches, one after another through its passages. */
export function manyNotes(paper: PaperView, count: number): NoteView[] {
  const passages = [...named(paper).values()].filter(({ passage }) => passage.text.length > 12);
  const colors: NoteColor[] = ['yellow', 'green', 'blue', 'red'];
  const now = Date.now();
  return Array.from({ length: count }, (_, at) => {
    const { passage, place } = passages[at % passages.length] as Named;
    const start = (Math.floor(at / passages.length) * 7) % (passage.text.length - 8);
    const stretch: Stretch = { passage: passage.id, span: { start, end: start + 6 } };
    const note = at % 3 === 0 ? `第 **${at + 1}** 条` : '';
    return {
      id: `many-${at}`, kind: note === '' ? 'highlight' : 'note', color: colors[at % 4] as NoteColor, highlight: true, note, html: markup(note),
      tags: at % 5 === 0 ? ['idea'] : [], bookmark: at % 11 === 0, quote: [passage.text.slice(start, start + 6)], place, state: { kind: 'exact' },
      stretches: [stretch], createdMs: now - at * 60_000, modifiedMs: now - at * 60_000, deleted: false, offered: false,
    };
  });
}
