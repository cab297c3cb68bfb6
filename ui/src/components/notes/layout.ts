// Where cards stand beside the text: each at the height of its words, none over another, moved as little as possible.
import type { NoteView, PaperView } from '$lib/ipc/generated/wire';

export interface Placed {
  id: string;
  /** Height of its words, from the top of the text, in pixels. */
  anchor: number;
  /** Height of the card, in pixels. */
  height: number;
}

/** A run of cards that touch. */
interface Cluster {
  /** Sum over its cards of weight × the top that each would give the cluster. */
  sum: number;
  weight: number;
  height: number;
  first: number;
}

/** How much more the card that the reader looks at counts than any other: it keeps its place. */
const ACTIVE = 1e6;

/**
 * The tops of the cards, in the order given, which is that of their words. Cards that would overlap form a cluster that
 * stands where the sum of the squared shifts is least; nothing stands above `least`, but for cards that the one that is
 * looked at pushes away. Linear in the number of cards.
 */
export function tops(cards: Placed[], gap: number, active: string | null, least = 0): number[] {
  const clusters: Cluster[] = [];
  const topOf = ({ sum, weight }: Cluster) => (weight >= ACTIVE ? sum / weight : Math.max(least, sum / weight));
  cards.forEach(({ id, anchor, height }, at) => {
    const weight = id === active ? ACTIVE : 1;
    let last: Cluster = { sum: weight * anchor, weight, height: height + gap, first: at };
    for (let before = clusters.at(-1); before && topOf(before) + before.height > topOf(last); before = clusters.at(-1)) {
      clusters.pop();
      last = { sum: before.sum + last.sum - last.weight * before.height, weight: before.weight + last.weight, height: before.height + last.height, first: before.first };
    }
    clusters.push(last);
  });
  const found: number[] = [];
  clusters.forEach((cluster, index) => {
    let top = topOf(cluster);
    const end = clusters[index + 1]?.first ?? cards.length;
    for (let at = cluster.first; at < end; at += 1) {
      found.push(top);
      top += (cards[at]?.height ?? 0) + gap;
    }
  });
  return found;
}

/**
 * Notes in the order of their lines from the top of the text down: those of a pair by how far down their words are in the
 * claim or in the quote, which stand side by side. Told by the text alone: an order by heights on the page would change
 * whenever one is measured, and cards would jump while the text is scrolled.
 */
export function byLines(notes: NoteView[], paper: PaperView | null): NoteView[] {
  const places = new Map<string, { row: number; length: number }>();
  (paper?.sections ?? []).flatMap(({ blocks }) => blocks).forEach((block, row) => {
    for (const passage of block.kind === 'passage' ? [block.passage] : [block.claim, block.quote]) {
      if (passage) places.set(passage.id, { row, length: Math.max(1, passage.text.length) });
    }
  });
  const lineOf = ({ stretches: [first] }: NoteView) => {
    const place = first && places.get(first.passage);
    return place ? place.row + Math.min(0.999, first.span.start / place.length) : Infinity;
  };
  const lines = new Map(notes.map((note) => [note.id, lineOf(note)]));
  const line = (note: NoteView) => lines.get(note.id) ?? Infinity;
  return [...notes].sort((a, b) => (line(a) === line(b) ? 0 : line(a) - line(b)));
}
