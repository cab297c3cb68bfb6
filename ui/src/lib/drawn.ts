// The visible part of the interface as markup, kept by the shell for the first frame of the next start.
import type { DrawnPage } from './ipc/generated/wire';

/** Of the root element: what the reader's choices set. */
const ATTRIBUTES = ['lang', 'data-theme', 'data-reading', 'style'];
/** Kept beyond the view, in pixels: the next window may be somewhat higher. */
const MARGIN = 160;
/** What may be left out where it is outside the view. */
const PARTS = 'article > *, .pair, .paragraph';

/** `paper` is the handle of the open one. `null` where no script of a build drew the page. */
export function drawnPage(app: HTMLElement, paper: string): DrawnPage | null {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!script) return null;
  const page = document.documentElement;
  const root = ATTRIBUTES.flatMap((name): [string, string][] => {
    const value = page.getAttribute(name);
    return value === null ? [] : [[name, value]];
  });
  return { paper, script, root, body: visible(app).innerHTML };
}

/** A copy of what is in view. Markup cannot be scrolled: what is scrolled away goes, and the rest is moved up. */
function visible(app: HTMLElement): HTMLElement {
  const copy = app.cloneNode(true) as HTMLElement;
  const copied = copy.querySelectorAll<HTMLElement>('*');
  // The same order in both; nothing is removed before all are looked at.
  const twins = [...app.querySelectorAll<HTMLElement>('*')].map((original, at) => ({ original, twin: copied[at] }));
  const gone: Element[] = [];
  for (const { original, twin } of twins) {
    if (!twin) continue;
    if (original.scrollTop > 0) moveUp(original, twin);
    if (!original.matches(PARTS)) continue;
    const box = original.getBoundingClientRect();
    if (box.top > innerHeight + MARGIN) gone.push(twin);
  }
  for (const one of gone) one.remove();
  for (const passing of copy.querySelectorAll('dialog, [popover], .messages, .glyphs')) passing.remove();
  return copy;
}

function moveUp(original: HTMLElement, twin: HTMLElement): void {
  const first = twin.firstElementChild;
  if (first instanceof HTMLElement) first.style.marginTop = `${parseFloat(getComputedStyle(original.firstElementChild as Element).marginTop) - original.scrollTop}px`;
  twin.style.overflow = 'hidden';
}
