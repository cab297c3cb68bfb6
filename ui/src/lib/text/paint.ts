// Painting a few ranges over unchanged text: the CSS Custom Highlight API, a class for marks that exist as elements.
import type { Utf16Span } from '../ipc/generated/wire';
import { rangeOf, stretches, type Stretch } from './offsets';

/** Names that `base.css` styles. */
export type HighlightName =
  | 'found' | 'found-now' | 'lit' | 'name-held' | 'name-absent' | 'name-here'
  | 'note-flash' | 'marking';

/** Paints these ranges and no others under the name. A webview without the API paints nothing. */
export function paint(name: HighlightName, ranges: Range[]): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** The marks that show a span of the passage; where a part has no mark of its own, its range. */
export function marksOf(root: Element, span: Utf16Span): { marks: HTMLElement[]; ranges: Range[] } {
  const all = stretches(root);
  const marks = new Set<HTMLElement>();
  const ranges: Range[] = [];
  for (const { start, end, node } of all) {
    if (end <= span.start || start >= span.end) continue;
    const element = node instanceof Element ? node : node.parentElement;
    const mark = element?.closest<HTMLElement>('.k-q');
    if (mark && root.contains(mark)) marks.add(mark);
    else {
      const range = rangeOf(root, Math.max(start, span.start), Math.min(end, span.end), all);
      if (range) ranges.push(range);
    }
  }
  return { marks: [...marks], ranges };
}

/** The formulas that a span touches. Highlights do not reach inside them: a class on the whole stands for one. */
export function formulasOf(span: Utf16Span, all: Stretch[]): HTMLElement[] {
  return all.flatMap(({ start, end, node }) => (start < span.end && end > span.start && node instanceof HTMLElement && node.matches('.k-math') ? [node] : []));
}
