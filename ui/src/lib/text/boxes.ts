// Where the characters of a passage stand on the page, as boxes that something can be painted in.
import type { Utf16Span } from '../ipc/generated/wire';
import { type Stretch } from './offsets';

/** In pixels, from the padding edge of the passage. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Boxes this close are one: the layout rounds. In pixels. */
const TOUCHING = 1;

/** Where a passage's own box begins. Read once for many spans: it asks for the layout. */
export function cornerOf(root: HTMLElement): { left: number; top: number } {
  const { left, top } = root.getBoundingClientRect();
  return { left: left + root.clientLeft - root.scrollLeft, top: top + root.clientTop - root.scrollTop };
}

/**
 * The one range that measures. Ranges live until they are collected, and each change of the page goes through all of
 * them: hundreds made for a look at a paper full of marks make every later change slow.
 */
let ruler: Range | undefined;

/** The boxes of a span in reading order, at least one a line. Formulas have their whole box. `all`: the passage's stretches. */
export function boxesOf(span: Utf16Span, all: Stretch[], corner: { left: number; top: number }): Box[] {
  const boxes: Box[] = [];
  const range = (ruler ??= document.createRange());
  for (const { start, end, node } of all) {
    if (end <= span.start || start >= span.end) continue;
    let rects: DOMRectList;
    if (node instanceof Text) {
      range.setStart(node, Math.max(0, span.start - start));
      range.setEnd(node, Math.min(end, span.end) - start);
      rects = range.getClientRects();
    } else rects = node.getClientRects();
    for (const { left, top, width, height } of rects) {
      if (width > 0 && height > 0) boxes.push({ left: left - corner.left, top: top - corner.top, width, height });
    }
  }
  // Left in the text it would be moved with it.
  range.setStart(document, 0);
  range.collapse(true);
  return joined(boxes);
}

/** Neighbours of one line as one box, so that neither a gap nor a doubled edge shows where a node ends. */
export function joined(boxes: Box[]): Box[] {
  const found: Box[] = [];
  for (const box of boxes) {
    const last = found.at(-1);
    const sameLine = last && Math.abs(last.top - box.top) < TOUCHING && Math.abs(last.height - box.height) < TOUCHING;
    if (sameLine && Math.abs(last.left + last.width - box.left) <= TOUCHING) last.width = box.left + box.width - last.left;
    else found.push({ ...box });
  }
  return found;
}
