// What a selection that crosses passages copies: the original characters of each, one after the other.
import { copyOf, offsetOf, stretches, type FormulaForm } from './offsets';

/** Elements that a copy takes as they read: passages by their original text, `data-copy` by their visible text. */
const COPIED = '[data-passage], [data-copy]';

/** The text of the selection, or `null` where it touches no passage and the browser's own copy is right. */
export function copySelection(root: Element, selection: Selection, formulas: FormulaForm): string | null {
  if (selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const parts: string[] = [];
  let passages = 0;
  for (const element of root.querySelectorAll(COPIED)) {
    if (!range.intersectsNode(element)) continue;
    if (element.hasAttribute('data-passage')) {
      const text = part(element, range, formulas);
      if (text === '') continue;
      passages += 1;
      parts.push(text);
    } else parts.push((element.textContent ?? '').trim().replace(/\s+/g, ' '));
  }
  if (passages === 0) return null;
  return parts.join('\n\n');
}

function part(passage: Element, range: Range, formulas: FormulaForm): string {
  const all = stretches(passage);
  const length = all.at(-1)?.end ?? 0;
  const start = passage.contains(range.startContainer) ? offsetOf(passage, range.startContainer, range.startOffset, all) : 0;
  let end = passage.contains(range.endContainer) ? offsetOf(passage, range.endContainer, range.endOffset, all) : length;
  // A selection that ends inside a formula takes the whole of it.
  const ending = range.endContainer instanceof Element ? range.endContainer : range.endContainer.parentElement;
  const atomic = ending?.closest('[data-source]');
  if (atomic && passage.contains(atomic)) end = all.find((stretch) => stretch.node === atomic)?.end ?? end;
  return copyOf(passage, start, end, formulas);
}
