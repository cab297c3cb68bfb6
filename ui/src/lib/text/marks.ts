// Marks of the reader over unchanged text: which ranges carry which look, and where they are on the page.
import type { NoteColor, NoteView, Stretch as Marked, Utf16Span } from '../ipc/generated/wire';
import { rangeOf, stretches, type Stretch } from './offsets';
import { formulasOf, paint, type HighlightName } from './paint';

export const colors: NoteColor[] = ['yellow', 'green', 'blue', 'red'];

/** One mark in one passage. */
interface Mark {
  note: string;
  look: HighlightName;
  span: Utf16Span;
}

const looks: HighlightName[] = ['note-flash', 'note-twice', 'note-mark', ...colors.flatMap((color) => [`note-${color}`, `noted-${color}`] as const)];

/** The look of a note's words: colour, and whether something is written to them. `null` where nothing is painted. */
function lookOf(note: NoteView): HighlightName | null {
  if (note.kind === 'note') return note.highlight ? `noted-${note.color}` : 'note-mark';
  // A bookmark has its sign in the margin only.
  return note.highlight ? `note-${note.color}` : null;
}

/** The marks of each passage. */
export function marksByPassage(notes: NoteView[]): Map<string, Mark[]> {
  const all = new Map<string, Mark[]>();
  for (const note of notes) {
    const look = lookOf(note);
    if (look === null) continue;
    for (const { passage, span } of note.stretches) {
      const own = all.get(passage) ?? [];
      own.push({ note: note.id, look, span });
      all.set(passage, own);
    }
  }
  return all;
}

/** The stretches that at least two of the spans share, in order. Linear but for the sorting. */
export function shared(spans: Utf16Span[]): Utf16Span[] {
  const edges = spans.flatMap(({ start, end }) => [[start, 1], [end, -1]] as [number, number][]);
  edges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const found: Utf16Span[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, by] of edges) {
    if (by === 1 && depth === 1) from = at;
    if (by === -1 && depth === 2 && at > from) found.push({ start: from, end: at });
    depth += by;
  }
  return found;
}

/** The notes whose words stand at `at` in the passage, the shortest first: it is the one that is meant. */
export function notesAt(notes: NoteView[], passage: string, at: number): NoteView[] {
  const length = (note: NoteView) => note.stretches.reduce((sum, { span }) => sum + span.end - span.start, 0);
  return notes
    .filter((note) => lookOf(note) !== null && note.stretches.some((one) => one.passage === passage && one.span.start <= at && at < one.span.end))
    .sort((a, b) => length(a) - length(b));
}

/**
 * Paints the marks of the passages that are near the view and no others: a webview asks every range of the page for
 * every line that it draws.
 */
export class Painter {
  private marks = new Map<string, Mark[]>();
  private readonly near = new Map<string, HTMLElement>();
  private readonly known = new Map<string, { root: HTMLElement; ranges: [HighlightName, Range][]; formulas: [HTMLElement, string][] }>();
  private flashed: Marked[] = [];

  /** Other notes. */
  set(notes: NoteView[]): void {
    this.marks = marksByPassage(notes);
    this.forget();
  }

  /** Words to point out for a moment; none: no longer. */
  flash(stretches: Marked[]): void {
    this.flashed = stretches;
    this.draw();
  }

  /** A passage came near the view, or left it (`null`). */
  see(passage: string, root: HTMLElement | null): void {
    if (root) this.near.set(passage, root);
    else this.near.delete(passage);
  }

  /** The text of passages was put on the page anew. */
  forget(): void {
    for (const passage of [...this.known.keys()]) this.release(passage);
    this.draw();
  }

  clear(): void {
    this.near.clear();
    this.marks.clear();
    this.flashed = [];
    this.forget();
  }

  draw(): void {
    for (const passage of [...this.known.keys()]) if (!this.near.has(passage)) this.release(passage);
    const all = new Map<HighlightName, Range[]>(looks.map((look) => [look, []]));
    for (const [passage, root] of this.near) {
      for (const [look, range] of this.rangesOf(passage, root)) all.get(look)?.push(range);
    }
    for (const { passage, span } of this.flashed) {
      const root = this.near.get(passage);
      const range = root && rangeOf(root, span.start, span.end);
      if (range) all.get('note-flash')?.push(range);
    }
    for (const [look, ranges] of all) paint(look, ranges);
  }

  private rangesOf(passage: string, root: HTMLElement): [HighlightName, Range][] {
    const known = this.known.get(passage);
    if (known?.root === root) return known.ranges;
    const marks = this.marks.get(passage) ?? [];
    if (marks.length === 0) return [];
    const all = stretches(root);
    const twice = shared(marks.filter(({ look }) => look !== 'note-mark').map(({ span }) => span));
    const spans: [HighlightName, Utf16Span][] = [...marks.map(({ look, span }) => [look, span] as [HighlightName, Utf16Span]), ...twice.map((span) => ['note-twice', span] as [HighlightName, Utf16Span])];
    const ranges: [HighlightName, Range][] = [];
    const formulas: [HTMLElement, string][] = [];
    for (const [look, span] of spans) {
      const range = rangeOf(root, span.start, span.end, all);
      if (range) ranges.push([look, range]);
      formulas.push(...formulasIn(span, all, look));
    }
    for (const [formula, name] of formulas) formula.classList.add(name);
    this.known.set(passage, { root, ranges, formulas });
    return ranges;
  }

  private release(passage: string): void {
    for (const [formula, name] of this.known.get(passage)?.formulas ?? []) formula.classList.remove(name);
    this.known.delete(passage);
  }
}

/** Highlights do not reach inside formulas: a class on the whole stands for one. */
function formulasIn(span: Utf16Span, all: Stretch[], look: HighlightName): [HTMLElement, string][] {
  return formulasOf(span, all).map((formula) => [formula, `is-${look}`]);
}
