// What is under the pointer, by passage and offset.
import { offsetOf } from './offsets';

/** The place in the text that a pointer event is nearest to; the start of a formula that it is on. */
export function placeUnder(event: Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>): { passage: string; offset: number } | null {
  const formula = event.target instanceof Element ? event.target.closest('[data-source]') : null;
  const caret = formula ? { node: formula as Node, offset: 0 } : caretAt(event.clientX, event.clientY);
  const root = (caret?.node instanceof Element ? caret.node : caret?.node.parentElement)?.closest<HTMLElement>('[data-passage]');
  if (!caret || !root) return null;
  return { passage: root.dataset.passage ?? '', offset: offsetOf(root, caret.node, caret.offset) };
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  const found = (document as Document & { caretRangeFromPoint?: (x: number, y: number) => Range | null }).caretRangeFromPoint?.(x, y);
  return found ? { node: found.startContainer, offset: found.startOffset } : null;
}
