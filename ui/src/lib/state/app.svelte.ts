// Everything that the interface holds, put together from the shell's first answer, and how it follows the shell's events.
import { getContext, setContext, tick } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { asCommandError, type Client } from '../ipc/client';
import type { CommandError, Event, LinkTarget, Notice, Settlement, Start, Undone } from '../ipc/generated/wire';
import { shownLocale } from '../i18n/locale.svelte';
import { withSettlement } from './doubts';
import { Evidence } from './evidence.svelte';
import type { ChosenNotes } from './export.svelte';
import { Find } from './find.svelte';
import { Library } from './library.svelte';
import { Marking } from './marking.svelte';
import { Names } from './names.svelte';
import { Notes } from './notes.svelte';
import { Preferences } from './preferences.svelte';
import { Reader } from './reader.svelte';
import { Search } from './search.svelte';

/** Something to tell, with or without a way out. */
export type Message =
  | { kind: 'notice'; notice: Notice }
  | { kind: 'error'; error: CommandError }
  | { kind: 'said'; text: string };

/** How long a passing word stays, in milliseconds. */
const SAID_MS = 5000;

export type Sheet = 'keys' | 'verdicts' | 'source' | 'sources' | 'doubts' | 'name' | 'notes' | 'trash' | 'versions' | 'tags' | 'notebook' | 'export' | 'closing';

export class App {
  readonly preferences: Preferences;
  readonly library: Library;
  readonly reader: Reader;
  readonly evidence: Evidence;
  readonly find: Find;
  readonly notes: Notes;
  readonly marking = new Marking();
  readonly search: Search;
  readonly names: Names;
  readonly version: string;
  messages = $state.raw<Message[]>([]);
  /** The last thing said to a screen reader. */
  announcement = $state('');
  sheet = $state<Sheet | null>(null);
  settingsOpen = $state(false);
  renaming = $state(false);
  dragOver = $state(false);
  /** The library holds the bundled sample only. */
  sample = $state(false);
  /** In a narrow window one pane is shown. */
  narrowPane = $state<'library' | 'reader' | 'notes'>('reader');
  /** The passage that the source sheet starts at. */
  sourceAt = $state<string | null>(null);
  private readonly narrowWindow = new MediaQuery('max-width: 899px', false);
  readonly narrow = $derived(this.narrowWindow.current);
  readonly showsLibrary = $derived.by(() =>
    this.narrow ? this.narrowPane === 'library' : this.preferences.settings.showLibrary,
  );
  readonly showsReader = $derived(!this.narrow || this.narrowPane === 'reader');
  readonly showsNotes = $derived.by(() =>
    this.reader.paper !== null && (this.narrow ? this.narrowPane === 'notes' : this.preferences.settings.showNotes),
  );
  /** How many files of the running export are done. */
  exported = $state.raw<{ done: number; total: number } | null>(null);
  /** How many papers of the running backup or restore are done. */
  transferred = $state.raw<{ done: number; total: number } | null>(null);
  /** Notes that were chosen to be exported; the sheet takes them when it opens. */
  chosenNotes: ChosenNotes = [];
  /** Markup for the printer; set while something is printed. */
  printed = $state.raw<string | null>(null);
  /** Goes to a finding or note of the open paper. Set by the window. */
  toTarget: (paper: string, target: LinkTarget) => Promise<void> = () => Promise.resolve();
  /** The note whose earlier versions are shown. */
  versionsOf = $state<{ paper: string; note: string } | null>(null);

  constructor(
    readonly client: Client,
    start: Start,
  ) {
    this.preferences = new Preferences(client, start.settings, start.systemChinese, this.fail);
    this.library = new Library(client, start.rows, start.sources, this.fail);
    this.reader = new Reader(client, start.paper, () => this.library.filter);
    this.evidence = new Evidence(() => this.reader.paper);
    this.find = new Find(client, () => this.reader.paper, () => this.preferences.settings, this.fail);
    this.search = new Search(client, this.preferences, this.fail);
    this.names = new Names(client, () => this.reader.paper);
    this.notes = new Notes(client, this.fail);
    this.version = start.version;
    this.sample = start.sample;
    this.messages = start.notices.map((notice) => ({ kind: 'notice', notice }));
  }

  /** Shows a failure. Bound, so that it can be handed on. */
  readonly fail = (error: unknown): void => {
    this.tell({ kind: 'error', error: asCommandError(error) });
  };

  tell(message: Message): void {
    const same = JSON.stringify(message);
    this.messages = [...this.messages.filter((one) => JSON.stringify(one) !== same), message].slice(-4);
    // What needs nothing from the reader goes by itself; failures and notices stay.
    if (message.kind === 'said') setTimeout(() => this.dismiss(message), SAID_MS);
  }

  dismiss(message: Message): void {
    this.messages = this.messages.filter((one) => one !== message);
  }

  /** Says something to a screen reader only; the eye sees it elsewhere. */
  announce(text: string): void {
    this.announcement = text;
  }

  async open(id: string): Promise<void> {
    this.narrowPane = 'reader';
    this.evidence.clear();
    await this.reader.open(id);
  }

  /** Shows or hides the library; in a narrow window, turns to it or back. */
  toggleLibrary(): void {
    if (this.narrow) this.narrowPane = this.narrowPane === 'library' ? 'reader' : 'library';
    else this.preferences.change({ showLibrary: !this.preferences.settings.showLibrary });
  }

  /** Shows or hides the notes; in a narrow window, turns to them or back. */
  toggleNotes(): void {
    if (this.narrow) this.narrowPane = this.narrowPane === 'notes' ? 'reader' : 'notes';
    else this.preferences.change({ showNotes: !this.preferences.settings.showNotes });
  }

  /** Sees to it that the notes are on screen; `turn` also where that hides the text. */
  showNotes(turn: boolean): void {
    if (!this.narrow) {
      if (!this.preferences.settings.showNotes) this.preferences.change({ showNotes: true });
    } else if (turn) this.narrowPane = 'notes';
  }

  async setStarred(starred: boolean): Promise<void> {
    const paper = this.reader.paper;
    if (!paper) return;
    this.reader.amend({ starred });
    await this.client.setStarred(paper.id, starred).catch(this.fail);
  }

  /** Takes the last change back, or does it again. Resolves to what it was. */
  async step(direction: 'undo' | 'redo'): Promise<Undone | null> {
    try {
      await this.notes.flush();
      const undone = await this.client[direction]();
      if (undone === null) return null;
      // Stars, names and settlements are in the paper's own view; open it anew only where one of them changed.
      if (undone.paper === this.reader.paper?.id) {
        await this.notes.load(undone.paper);
        if (undone.notes.length === 0) await this.reader.changed(undone.paper);
      }
      return undone;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** The window is to be closed: not before what is typed is kept. */
  private async close(): Promise<void> {
    // Ends a composition, whose text counts as typed then.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const kept = await this.notes.flush();
    if (!kept) this.sheet = 'closing';
    await this.client.answerClose(kept).catch(this.fail);
  }

  /** The open paper with its notes, through the system's print dialog. */
  async print(): Promise<void> {
    const { paper } = this.reader;
    if (!paper) return;
    try {
      await this.notes.flush();
      this.printed = await this.client.printView(paper.id, shownLocale() !== 'en');
      await tick();
      window.print();
    } catch (error) {
      this.fail(error);
    }
  }

  showSource(passage: string | null): void {
    this.sourceAt = passage;
    this.sheet = 'source';
  }

  async setRead(read: boolean): Promise<void> {
    const paper = this.reader.paper;
    if (!paper || paper.unread === !read) return;
    this.reader.amend({ unread: !read });
    await this.client.setRead(paper.id, read).catch(this.fail);
  }

  /** The reader came to the end of the open paper. */
  async finish(): Promise<void> {
    const paper = this.reader.paper;
    if (!paper?.unread) return;
    this.reader.amend({ unread: false });
    await this.client.finishReading(paper.id).catch(this.fail);
  }

  /** Keeps what the reader found out about a doubt of the open paper; `null` opens it again. Shown at once. */
  async settle(key: string, settlement: Settlement | null): Promise<void> {
    const paper = this.reader.paper;
    if (!paper) return;
    this.reader.amend(withSettlement(paper, key, settlement));
    this.evidence.renew();
    await this.client.settle(paper.id, key, settlement).catch(this.fail);
  }

  /** An empty name brings the inferred one back. */
  async setName(name: string): Promise<void> {
    const paper = this.reader.paper;
    if (!paper) return;
    const wanted = name.trim() === '' || name.trim() === paper.inferredName ? null : name.trim();
    this.reader.amend({ name: wanted ?? paper.inferredName });
    await this.client.setName(paper.id, wanted).catch(this.fail);
  }

  /** Follows an event of the shell. */
  readonly follow = (event: Event): void => {
    switch (event.kind) {
      case 'libraryChanged':
        this.library.changed(event.generation, event.scan);
        this.reader.forgetAhead();
        void this.reader.prepare();
        this.names.forget();
        this.search.renew();
        break;
      case 'paperChanged':
        void this.reader.changed(event.id);
        break;
      case 'openRequested':
        void this.open(event.id);
        break;
      case 'dragHover':
        this.dragOver = event.over;
        break;
      case 'noticed':
        this.tell({ kind: 'notice', notice: event.notice });
        break;
      case 'notesChanged':
        this.notes.changed(event.paper);
        break;
      case 'exportProgress':
        this.exported = { done: event.done, total: event.total };
        break;
      case 'transferProgress':
        this.transferred = { done: event.done, total: event.total };
        break;
      case 'linkFollowed':
        this.sheet = null;
        void this.toTarget(event.paper, event.target);
        break;
      case 'closeRequested':
        void this.close();
        break;
      case 'indexChanged':
        this.names.forget();
        this.search.renew();
        break;
      case 'sourcesChanged':
        this.library.sources = event.sources;
        this.sample = false;
        break;
    }
  };
}

const key = Symbol('app');

export function provideApp(app: App): void {
  setContext(key, app);
}

export function useApp(): App {
  return getContext<App>(key);
}
