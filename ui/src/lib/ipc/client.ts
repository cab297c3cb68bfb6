// What the interface may ask of the shell, and nothing else. Two implementations: the app's and one in memory.
import type {
  CommandError, Direction, DrawnPage, Event, ExportAsk, ExportChoice, ExportPreview, ExportReport, ExportWays, FoundSpan, NameCount, NamePage,
  NoteDraft, NoteEdit, NotesChange, NotesFilter, NotesPage, NotesStatus, NoteVersion, PaperNotes, PaperView, Place, RestoreMode, RowFilter,
  RowsPage, SearchView, Settings, Settlement, SourceView, Start, Stretch, TagCount, Transfer, Undone,
} from './generated/wire';

/** The reader's own work. What a change answers is on the disk, unless the answer's status says otherwise. */
export interface NotesClient {
  notes(paper: string): Promise<PaperNotes>;
  annotate(paper: string, draft: NoteDraft): Promise<NotesChange>;
  editNote(paper: string, note: string, edit: NoteEdit): Promise<NotesChange>;
  /** `base` is the text that the window had last; what others wrote since is merged. */
  setPaperNote(paper: string, base: string, note: string): Promise<NotesChange>;
  /** Into the trash. */
  deleteNotes(paper: string, notes: string[]): Promise<NotesChange>;
  restoreNotes(paper: string, notes: string[]): Promise<NotesChange>;
  /** Newest first. */
  noteVersions(paper: string, note: string): Promise<NoteVersion[]>;
  /** Tries again to write what could not be written. */
  retryUnsaved(): Promise<NotesStatus>;
  /** `null` where there is nothing to undo. */
  undo(): Promise<Undone | null>;
  redo(): Promise<Undone | null>;
  allNotes(filter: NotesFilter, first: number, count: number): Promise<NotesPage>;
  /** The notes of a paper that hold all words of `text`, by their handles. */
  matchNotes(paper: string, text: string): Promise<string[]>;
  tags(): Promise<TagCount[]>;
  /** On all notes; merges where `to` is there already, removes where it is empty. Resolves to the notes changed. */
  renameTag(from: string, to: string): Promise<number>;
  setStarred(paper: string, starred: boolean): Promise<void>;
  /** The markup of a note as it would be shown. */
  previewNote(markdown: string): Promise<string>;
  /** Opens a web address of a note in the system's browser, after a check. */
  openNoteLink(url: string): Promise<void>;
  /** The system's dialogs choose folder and files; paths stay on the other side. */
  chooseNotebook(): Promise<void>;
  /** The whole notebook into one file. */
  backUp(): Promise<Transfer>;
  /** What a backup would bring; nothing is changed yet. */
  previewRestore(): Promise<Transfer>;
  restore(id: number, mode: RestoreMode): Promise<Transfer>;
  /** W3C annotations out and in. */
  exportAnnotations(): Promise<Transfer>;
  importAnnotations(): Promise<Transfer>;
  /** Ends the running backup, preview or restore between two papers. */
  cancelTransfer(): Promise<void>;
  /** The answer to `closeRequested`: everything is kept and the window may close, or it must not yet. */
  answerClose(ready: boolean): Promise<void>;
}

/** Notes as files of other programs. Folders and templates are chosen in the shell's dialogs; their paths stay there. */
export interface ExportClient {
  exportChoice(): Promise<ExportChoice>;
  setExportWays(ways: ExportWays): Promise<void>;
  /** Resolves to what is chosen when the dialog is closed. */
  chooseExportFolder(): Promise<ExportChoice>;
  chooseExportTemplate(): Promise<ExportChoice>;
  /** `null` where no note of the paper goes out. */
  exportPreview(ask: ExportAsk, paper: string): Promise<ExportPreview | null>;
  /** `dry`: nothing is written. Progress comes as events. */
  runExport(ask: ExportAsk, dry: boolean): Promise<ExportReport>;
  cancelExport(): Promise<void>;
  showExportFolder(): Promise<void>;
  /** Words of claims and quotes, and the way back to them, as Markdown. */
  wordsMarkdown(paper: string, stretches: Stretch[], chinese: boolean): Promise<string>;
  /** An address that leads to the words from outside: to the note at them, where there is one. */
  wordsLink(paper: string, stretches: Stretch[], note: string | null): Promise<string>;
  /** The markup of the paper with its notes in their places. */
  printView(paper: string, chinese: boolean): Promise<string>;
}

/** Every method rejects with a `CommandError`; no other kind of failure reaches a caller. */
export interface Client extends NotesClient, ExportClient {
  /** Everything that the first paint needs. */
  start(): Promise<Start>;
  /** `count` rows of the filtered list from index `first`; headers count as rows. */
  rows(filter: RowFilter, first: number, count: number): Promise<RowsPage>;
  /** The paper before or after `id` in the filtered list; `null` at either end. */
  neighbour(id: string, filter: RowFilter, direction: Direction): Promise<string | null>;
  openPaper(id: string): Promise<PaperView>;
  /** The decoded text of one of the paper's files. */
  source(id: string, fileId: number): Promise<SourceView>;
  /** `null` brings the inferred name back. */
  setName(id: string, name: string | null): Promise<void>;
  setRead(id: string, read: boolean): Promise<void>;
  /** The reader came to the end: the paper is read, which undo does not count as an act. */
  finishReading(id: string): Promise<void>;
  /** `null` opens the doubt again. */
  settle(id: string, doubt: string, settlement: Settlement | null): Promise<void>;
  setPlace(id: string, place: Place): Promise<void>;
  setSettings(settings: Settings): Promise<void>;
  /** Opens the system's dialog; the paths stay on the other side. What changed comes as an event. */
  chooseFolder(): Promise<void>;
  chooseFiles(): Promise<void>;
  removeSource(id: number): Promise<void>;
  /** Looks at every source again, for drives that send no change events. */
  refresh(): Promise<void>;
  cancelScan(): Promise<void>;
  /** Passages and notes that answer a query; `null` where another was asked meanwhile. */
  /** `papers`: how many of them are shown, the best first. */
  search(text: string, papers: number): Promise<SearchView | null>;
  /** The places of a query in one paper, in reading order. */
  findInPaper(id: string, text: string): Promise<FoundSpan[]>;
  /** The names in a paper's text, in reading order. */
  paperNames(id: string): Promise<FoundSpan[]>;
  /** In how many papers a name stands; `null` where no index tells it. */
  nameCount(name: string): Promise<NameCount | null>;
  /** Stops indexing; what is indexed stays. */
  pauseIndexing(): Promise<void>;
  resumeIndexing(): Promise<void>;
  /** Where a name appears in all papers, and the numbers that are given for it. */
  namePage(name: string): Promise<NamePage>;
  /** Opens the paper's link in the system's browser. */
  openLink(paperId: string, index: number): Promise<void>;
  /** Resolves only after the clipboard holds the text. */
  copyText(text: string): Promise<void>;
  /** Says that a reading view is on screen: with `drawn` what was drawn last, then once the interface itself. */
  painted(drawn: boolean): Promise<void>;
  /** Keeps what is on screen for the first frame of the next start. */
  keepPage(page: DrawnPage): Promise<void>;
  /** For as long as the page lives. Resolves once no event is missed any more. */
  onEvent(listener: (event: Event) => void): Promise<void>;
}

/** Whether a rejected value is what the shell sends. */
export function isCommandError(value: unknown): value is CommandError {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** Any rejected value as a `CommandError`, so that callers branch on the code alone. */
export function asCommandError(value: unknown): CommandError {
  if (isCommandError(value)) return value;
  return { code: 'internal', message: value instanceof Error ? value.message : String(value) };
}
