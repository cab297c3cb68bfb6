// What the interface may ask of the shell, and nothing else. Two implementations: the app's and one in memory.
import type {
  CommandError, Direction, Event, PaperView, Place, RowFilter, RowsPage, Settings, Settlement, SourceView, Start,
} from './generated/wire';

/** Every method rejects with a `CommandError`; no other kind of failure reaches a caller. */
export interface Client {
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
  /** Opens the paper's link in the system's browser. */
  openLink(paperId: string, index: number): Promise<void>;
  /** Resolves only after the clipboard holds the text. */
  copyText(text: string): Promise<void>;
  /** Says once that the first reading view is on screen. */
  painted(): Promise<void>;
  /** Returns the function that ends the subscription. */
  onEvent(listener: (event: Event) => void): () => void;
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
