// What a selection that crosses passages holds: the original characters of each, one after the other.
import type { Stretch as Marked, Utf16Span } from '../ipc/generated/wire';
import { copyOf, offsetOf, stretches, textOf, type FormulaForm, type Stretch } from './offsets';

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
      const { start, end } = spanIn(element, range);
      const text = copyOf(element, start, end, formulas);
      if (text === '') continue;
      passages += 1;
      parts.push(text);
    } else parts.push((element.textContent ?? '').trim().replace(/\s+/g, ' '));
  }
  if (passages === 0) return null;
  return parts.join('\n\n');
}

/** The characters of each passage that the range holds, white space at their ends left out; in reading order. */
export function markedIn(root: Element, range: Range): Marked[] {
  if (range.collapsed) return [];
  return [...root.querySelectorAll<HTMLElement>('[data-passage]')].flatMap((element) => {
    if (!range.intersectsNode(element)) return [];
    const span = trimmed(textOf(element), spanIn(element, range));
    return span ? [{ passage: element.dataset.passage ?? '', span }] : [];
  });
}

/** The whole of a passage as a stretch; `null` where it holds nothing visible. */
export function wholeOf(passage: string, text: string): Marked | null {
  const span = trimmed(text, { start: 0, end: text.length });
  return span && { passage, span };
}

/** The span without white space at its ends, half-open; `null` where nothing is left. */
export function trimmed(text: string, { start, end }: Utf16Span): Utf16Span | null {
  const part = text.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  const to = start + part.trimEnd().length;
  return from < to ? { start: from, end: to } : null;
}

/** The range's part of a passage that it touches. A range that ends inside a formula takes the whole of it. */
function spanIn(passage: Element, range: Range): Utf16Span {
  const all = stretches(passage);
  const length = all.at(-1)?.end ?? 0;
  const start = passage.contains(range.startContainer) ? offsetOf(passage, range.startContainer, range.startOffset, all) : 0;
  const end = passage.contains(range.endContainer) ? endIn(passage, range, all) : length;
  return { start, end };
}

function endIn(passage: Element, range: Range, all: Stretch[]): number {
  const ending = range.endContainer instanceof Element ? range.endContainer : range.endContainer.parentElement;
  const atomic = ending?.closest('[data-source]');
  const whole = atomic && passage.contains(atomic) ? all.find((stretch) => stretch.node === atomic)?.end : undefined;
  return whole ?? offsetOf(passage, range.endContainer, range.endOffset, all);
}
