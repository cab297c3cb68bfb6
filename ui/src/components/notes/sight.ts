// Which passages are near the view, and where the words of notes are on the page. Reads the layout once a frame at most.
import type { NoteView, Stretch as Marked } from '$lib/ipc/generated/wire';
import { boxesOf } from '$lib/text/boxes';
import { isPainted } from '$lib/text/marks';
import { stretches, type Stretch } from '$lib/text/offsets';

/** Signs nearer than this stand as one, in pixels. */
const SAME_LINE_PX = 11;

/** Height of a sign, in pixels. */
export const SIGN_PX = 14;

/** A sign in the margin: the notes that begin in its line. */
export interface Sign {
  top: number;
  left: number;
  notes: NoteView[];
}

/** The signs of one margin from its top down, and the distance of each from the end of the one before, in pixels. */
export interface Margin {
  left: number;
  signs: Sign[];
  gaps: number[];
}

/** Signs by their margins: in a column they need no place of their own, which would make each a layer that scrolling moves. */
export function margins(signs: Sign[]): Margin[] {
  const lefts = [...new Set(signs.map(({ left }) => left))].sort((a, b) => a - b);
  return lefts.map((left) => {
    const own = signs.filter((sign) => sign.left === left).sort((a, b) => a.top - b.top);
    return { left, signs: own, gaps: own.map(({ top }, at) => top - (at > 0 ? (own[at - 1]?.top ?? 0) + SIGN_PX : 0)) };
  });
}

/** The signs as they are now, each by the one that was there before where it is the same: what is drawn of that stays. */
export function kept(now: Sign[], before: Sign[]): Sign[] {
  const known = new Map(before.map((sign) => [sign.notes[0]?.id, sign]));
  const isSame = (a: Sign, b: Sign) => a.top === b.top && a.left === b.left && a.notes.length === b.notes.length && a.notes.every((note, at) => note === b.notes[at]);
  return now.map((sign) => {
    const same = known.get(sign.notes[0]?.id);
    return same && isSame(same, sign) ? same : sign;
  });
}

/** What a note has to say besides its colour. */
export const speaks = (note: NoteView) => note.kind === 'note' || note.bookmark || note.tags.length > 0;

/**
 * Calls back for each passage that comes near the view of the scroller or leaves it, after those that came (`come`: of those
 * that left nothing is seen), and when their text is put there anew.
 */
export function watch(scroller: HTMLElement, near: (passage: string, root: HTMLElement | null) => void, come: () => void, redrawn: () => void): () => void {
  const seen = new Set<HTMLElement>();
  // Where nobody tells what is in view, everything is.
  const sight = typeof IntersectionObserver === 'undefined' ? null : new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (target instanceof HTMLElement) near(target.dataset.passage ?? '', isIntersecting ? target : null);
      }
      if (entries.some(({ isIntersecting }) => isIntersecting)) come();
    },
    { root: scroller, rootMargin: '25% 0px' },
  );
  const gather = () => {
    const now = new Set(scroller.querySelectorAll<HTMLElement>('[data-passage]'));
    for (const element of seen) {
      if (now.has(element)) continue;
      sight?.unobserve(element);
      seen.delete(element);
      near(element.dataset.passage ?? '', null);
    }
    for (const element of now) {
      if (seen.has(element)) continue;
      seen.add(element);
      if (sight) sight.observe(element);
      else near(element.dataset.passage ?? '', element);
    }
  };
  const own = ({ target, addedNodes, removedNodes }: MutationRecord) =>
    (target instanceof Element && target.closest('.signs') !== null) || [...addedNodes, ...removedNodes].every(isPainted);
  const text = new MutationObserver((records) => {
    if (records.every(own)) return;
    gather();
    redrawn();
  });
  text.observe(scroller, { childList: true, subtree: true });
  const size = new ResizeObserver(redrawn);
  size.observe(scroller);
  if (scroller.firstElementChild) size.observe(scroller.firstElementChild);
  // A face that comes late moves words without a change of any size that is watched.
  const faces = typeof document.fonts?.addEventListener === 'function' ? document.fonts : null;
  faces?.addEventListener('loadingdone', redrawn);
  gather();
  return () => {
    sight?.disconnect();
    text.disconnect();
    size.disconnect();
    faces?.removeEventListener('loadingdone', redrawn);
  };
}

/** The top of a stretch's first line on the screen; of a formula its own. */
function topOf(root: HTMLElement, { span }: Marked, all: Stretch[]): number {
  return boxesOf(span, all, { left: 0, top: 0 })[0]?.top ?? root.getBoundingClientRect().top;
}

/**
 * How far from the top of the text the words of each note begin. Where they are painted, the painter knows how far below
 * the top of their passage; those of passages that are far are told by their share of the text.
 */
export function topsOf(scroller: HTMLElement, notes: NoteView[], element: (passage: string) => HTMLElement | undefined, isNear: (passage: string) => boolean, painted: (passage: string, note: string) => number | undefined): Map<string, number> {
  const zero = scroller.getBoundingClientRect().top - scroller.scrollTop;
  const boxes = new Map<string, { root: HTMLElement; top: number; height: number; length: number } | null>();
  const boxOf = (passage: string) => {
    let box = boxes.get(passage);
    if (box === undefined) {
      const root = element(passage);
      const own = root?.getBoundingClientRect();
      box = root && own ? { root, top: own.top - zero, height: own.height, length: Math.max(1, root.textContent?.length ?? 1) } : null;
      boxes.set(passage, box);
    }
    return box;
  };
  const texts = new Map<HTMLElement, Stretch[]>();
  const measured = (root: HTMLElement, first: Marked) => {
    const all = texts.get(root) ?? stretches(root);
    texts.set(root, all);
    return topOf(root, first, all) - zero;
  };
  const found = new Map<string, number>();
  for (const { id, stretches: [first] } of notes) {
    const box = first && boxOf(first.passage);
    if (!box) continue;
    const below = painted(first.passage, id);
    if (below !== undefined) found.set(id, box.top + below);
    else if (isNear(first.passage)) found.set(id, measured(box.root, first));
    else found.set(id, box.top + (box.height * first.span.start) / box.length);
  }
  return found;
}

/** The signs of the notes whose passage is near, in the margin on the side of their words. */
export function signsOf(scroller: HTMLElement, notes: NoteView[], tops: ReadonlyMap<string, number>, element: (passage: string) => HTMLElement | undefined, isNear: (passage: string) => boolean): Sign[] {
  const article = scroller.querySelector('article')?.getBoundingClientRect();
  if (!article) return [];
  const left = scroller.getBoundingClientRect().left;
  const wide = article.width >= 640;
  const sides: [number, (box: DOMRect) => boolean][] = [
    [article.right - left - (wide ? 15 : 14), (box) => wide && box.left > article.left + article.width * 0.4],
    [article.left - left + (wide ? 4 : 2), () => true],
  ];
  const places = new Map<string, number | null>();
  const placeOf = (passage: string) => {
    let place = places.get(passage);
    if (place === undefined) {
      const box = element(passage)?.getBoundingClientRect();
      place = box ? (sides.find(([, fits]) => fits(box)) ?? [0])[0] : null;
      places.set(passage, place);
    }
    return place;
  };
  const signs: Sign[] = [];
  for (const note of notes) {
    const first = note.stretches[0];
    const top = tops.get(note.id);
    if (!first || top === undefined || !speaks(note) || !isNear(first.passage)) continue;
    const at = placeOf(first.passage);
    if (at === null) continue;
    const same = signs.find((sign) => sign.left === at && Math.abs(sign.top - top) < SAME_LINE_PX);
    if (same) same.notes.push(note);
    else signs.push({ top, left: at, notes: [note] });
  }
  return signs;
}
