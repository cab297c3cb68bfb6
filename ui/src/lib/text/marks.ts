// Marks of the reader over unchanged text: which ranges carry which look, and where they are on the page.
import type { NoteColor, NoteView, Stretch as Marked, Utf16Span } from '../ipc/generated/wire';
import { boxesOf, cornerOf, type Box } from './boxes';
import { rangeOf, stretches } from './offsets';
import { paint } from './paint';

export const colors: NoteColor[] = ['yellow', 'green', 'blue', 'red'];

/** How a mark looks: names that `passage.css` styles. */
type Look = `note-${NoteColor}` | `noted-${NoteColor}` | 'note-twice' | 'note-mark';

/** One mark in one passage. */
interface Mark {
  note: string;
  look: Look;
  span: Utf16Span;
}

/** The look of a note's words: colour, and whether something is written to them. `null` where nothing is painted. */
function lookOf(note: NoteView): Look | null {
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

/** What is drawn in a passage: of each mark its look and its boxes, and the note that it is of. */
interface Drawn {
  note: string | null;
  look: Look;
  boxes: Box[];
}

/** A passage with its drawing, and how far below its own top the words of each note begin, in pixels. */
interface Layer {
  root: HTMLElement;
  drawing: SVGElement;
  tops: ReadonlyMap<string, number>;
}

/**
 * Paints the marks of the passages that are near the view, as boxes behind their words. Not by the Custom Highlight API:
 * WebKit asks each of its ranges for each piece of text that it draws (a thousand marks: 70 ms a frame), and paints
 * nothing inside formulas.
 */
export class Painter {
  private marks = new Map<string, Mark[]>();
  private readonly near = new Map<string, HTMLElement>();
  private readonly layers = new Map<string, Layer>();
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

  /** The text of passages was put on the page anew, or stands elsewhere. */
  forget(): void {
    for (const passage of [...this.layers.keys()]) this.release(passage);
    this.draw();
  }

  clear(): void {
    this.near.clear();
    this.marks.clear();
    this.flashed = [];
    this.forget();
  }

  draw(): void {
    for (const [passage, { root }] of this.layers) if (this.near.get(passage) !== root) this.release(passage);
    const fresh = [...this.near].filter(([passage]) => !this.layers.has(passage) && this.marks.has(passage));
    // All is read before anything is written: each change would have the page laid out anew.
    const drawn = fresh.map(([passage, root]) => [passage, root, this.boxes(passage, root)] as const);
    for (const [passage, root, marks] of drawn) {
      const drawing = drawingOf(marks);
      root.append(drawing);
      root.dataset.marked = '';
      const tops = marks.flatMap(({ note, boxes: [first] }) => (note !== null && first ? [[note, first.top + root.clientTop] as const] : []));
      // Of a note that has several places here the first one counts.
      this.layers.set(passage, { root, drawing, tops: new Map(tops.reverse()) });
    }
    paint('note-flash', this.flashed.flatMap(({ passage, span }) => {
      const root = this.near.get(passage);
      return (root && rangeOf(root, span.start, span.end)) ?? [];
    }));
  }

  private boxes(passage: string, root: HTMLElement): Drawn[] {
    const marks = this.marks.get(passage) ?? [];
    const all = stretches(root);
    const corner = cornerOf(root);
    const twice = shared(marks.filter(({ look }) => look !== 'note-mark').map(({ span }) => span));
    const looks: (Omit<Mark, 'note'> & { note: string | null })[] = [...marks, ...twice.map((span) => ({ note: null, look: 'note-twice' as const, span }))];
    return looks.map(({ note, look, span }) => ({ note, look, boxes: boxesOf(span, all, corner) }));
  }

  /** How far below the top of the passage's box the words of a note begin, in pixels, where they are painted. */
  top(passage: string, note: string): number | undefined {
    return this.layers.get(passage)?.tops.get(note);
  }

  private release(passage: string): void {
    const known = this.layers.get(passage);
    known?.drawing.remove();
    delete known?.root.dataset.marked;
    this.layers.delete(passage);
  }
}

/** Whether a node is what the painter put on the page: it is no text, and its coming and going changes none. */
export const isPainted = (node: Node): boolean => node instanceof Element && node.classList.contains('painted');

const SVG = 'http://www.w3.org/2000/svg';

/**
 * One drawing for a passage, in which all marks of a look are one shape: boxes that are elements of their own would each
 * be a layer that every scrolling moves.
 */
function drawingOf(marks: Drawn[]): SVGElement {
  const layer = document.createElementNS(SVG, 'svg');
  layer.setAttribute('class', 'painted');
  layer.setAttribute('aria-hidden', 'true');
  for (const look of new Set(marks.map((mark) => mark.look))) {
    const boxes = marks.filter((mark) => mark.look === look).flatMap((mark) => mark.boxes);
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', look);
    const isFilled = look !== 'note-twice' && look !== 'note-mark';
    if (isFilled) group.append(shape('fill', boxes.map(({ left, top, width, height }) => `M${left} ${top}h${width}v${height}h${-width}z`)));
    if (!isFilled || look.startsWith('noted-')) group.append(shape('under', boxes.map(({ left, top, width, height }) => `M${left} ${top + height - 1}h${width}`)));
    layer.append(group);
  }
  return layer;
}

function shape(name: string, strokes: string[]): SVGElement {
  const element = document.createElementNS(SVG, 'path');
  element.setAttribute('class', name);
  element.setAttribute('d', strokes.join(''));
  return element;
}
