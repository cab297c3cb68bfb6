// Where the view is and how it gets somewhere. Reads the layout only when asked.
import type { Place } from '$lib/ipc/generated/wire';

/** Kept free above what is scrolled to, in pixels. */
const AIR = 16;

const topOf = (scroller: Element) => scroller.getBoundingClientRect().top;

/** The passage at the top of the view; `null` at the head of the paper. */
export function placeIn(scroller: HTMLElement): Place | null {
  const top = topOf(scroller);
  if (scroller.scrollTop < AIR) return null;
  for (const passage of scroller.querySelectorAll<HTMLElement>('[data-passage]')) {
    const box = passage.getBoundingClientRect();
    if (box.bottom <= top + AIR || box.height === 0) continue;
    return { passage: passage.dataset.passage ?? '', offset: Math.min(1, (top + AIR - box.top) / box.height) };
  }
  return null;
}

export function toPlace(scroller: HTMLElement, passage: HTMLElement, offset: number): void {
  const box = passage.getBoundingClientRect();
  scroller.scrollTop += box.top - topOf(scroller) - AIR + box.height * offset;
}

/** Remembers what is before the reader: what has the focus, where that is in view, else the top. Returns what brings it back
 *  to where it was after the text was laid out anew. */
export function held(scroller: HTMLElement): () => void {
  const top = topOf(scroller);
  const focused = document.activeElement?.closest<HTMLElement>('.pair, .paragraph');
  const box = focused && scroller.contains(focused) ? focused.getBoundingClientRect() : null;
  if (focused && box && box.bottom > top && box.top < top + scroller.clientHeight) {
    return () => (scroller.scrollTop += focused.getBoundingClientRect().top - topOf(scroller) - (box.top - top));
  }
  const place = placeIn(scroller);
  const passage = place && scroller.querySelector<HTMLElement>(`[data-passage="${CSS.escape(place.passage)}"]`);
  return () => passage?.isConnected && toPlace(scroller, passage, place?.offset ?? 0);
}

/** Index of the section at the top of the view; at the end of a paper that scrolls, the last one. */
export function sectionAt(scroller: HTMLElement): number {
  if (scroller.scrollTop > 0 && atEnd(scroller, 4)) {
    const last = [...scroller.querySelectorAll<HTMLElement>('.chinese [data-section], article > [data-section]')].at(-1);
    if (last) return Number(last.dataset.section);
  }
  const edge = topOf(scroller) + Math.min(160, scroller.clientHeight / 3);
  let current = 0;
  for (const section of scroller.querySelectorAll<HTMLElement>('[data-section]')) {
    if (section.closest('.abstract')) continue;
    if (section.getBoundingClientRect().top <= edge) current = Number(section.dataset.section);
  }
  return current;
}

/** No more than `slack` pixels are left below the view. */
export function atEnd(scroller: HTMLElement, slack: number): boolean {
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= slack;
}

/** To the section's heading, with the focus. Returns whether there is one. */
export function toSection(scroller: HTMLElement, index: number): boolean {
  const section = scroller.querySelector<HTMLElement>(`[data-section="${index}"]`);
  if (!section) return false;
  scroller.scrollTop += section.getBoundingClientRect().top - topOf(scroller) - AIR;
  section.focus({ preventScroll: true });
  return true;
}

export function rangeToTop(scroller: HTMLElement, range: Range): void {
  scroller.scrollTop += range.getBoundingClientRect().top - topOf(scroller) - AIR;
}

/** Scrolls only where the range is outside the view, or inside a table beyond its edge. */
export function rangeIntoView(scroller: HTMLElement, range: Range): void {
  const wrap = range.startContainer.parentElement?.closest('.k-table-wrap');
  if (wrap) intoCell(wrap, range.getBoundingClientRect());
  const box = range.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (box.top < view.top + 60 || box.bottom > view.bottom - 40) {
    scroller.scrollTop += box.top - view.top - view.height / 3;
  }
}

function intoCell(cell: Element, box: DOMRect): void {
  const view = cell.getBoundingClientRect();
  if (box.left < view.left) cell.scrollLeft += box.left - view.left - AIR;
  else if (box.right > view.right) cell.scrollLeft += box.right - view.right + AIR;
  if (box.top < view.top) cell.scrollTop += box.top - view.top - AIR;
  else if (box.bottom > view.bottom) cell.scrollTop += box.bottom - view.bottom + AIR;
}

/** Brings a mark into view: inside the cell that scrolls by itself, and with `page` in the whole view. The page does not
 *  move under a pointer. */
export function reveal(mark: HTMLElement, within: 'cell' | 'page'): void {
  const cell = mark.closest('.k-table-wrap, .abstract');
  if (cell) intoCell(cell, mark.getBoundingClientRect());
  if (within === 'page') mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** To a finding, with the focus. */
export function toFinding(scroller: ParentNode, index: number): boolean {
  const pair = scroller.querySelector<HTMLElement>(`[data-finding="${index}"]`);
  if (!pair) return false;
  pair.focus({ preventScroll: true });
  pair.scrollIntoView({ block: 'nearest' });
  return true;
}
