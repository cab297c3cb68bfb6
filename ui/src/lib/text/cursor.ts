// A cursor that walks the text of passages by the keyboard: by characters and by words, a formula in one step.
import type { Stretch as Marked } from '../ipc/generated/wire';
import type { Stretch } from './offsets';

/** A position before a character of a passage, or after its last one. */
export interface Spot {
  passage: string;
  at: number;
}

/** A passage that the cursor may enter. */
export interface Ground {
  passage: string;
  text: string;
  /** Its formulas and what else counts as one character. Half-open, in order. */
  atoms: { start: number; end: number }[];
}

export type Step = 'character' | 'word' | 'passage';

/** Elements of the markup that stand for more than they show are one step each. */
export function atomsOf(all: Stretch[]): Ground['atoms'] {
  return all.flatMap(({ start, end, node }) => (node instanceof Element ? [{ start, end }] : []));
}

/** The positions of a passage at which the cursor can stand, in order, the end included. */
export function stops({ text, atoms }: Ground, step: 'character' | 'word'): number[] {
  const segments = [...new Intl.Segmenter('zh', { granularity: step === 'word' ? 'word' : 'grapheme' }).segment(text)];
  const bounds = segments.filter(({ segment }) => step === 'character' || segment.trim() !== '').map(({ index }) => index);
  const inside = (at: number) => atoms.some(({ start, end }) => start < at && at < end);
  return [...bounds.filter((at) => !inside(at)), text.length];
}

/** One step from `spot`; at the first or last position of the paper the spot itself. */
export function moved(grounds: Ground[], spot: Spot, step: Step, by: 1 | -1): Spot {
  const index = grounds.findIndex(({ passage }) => passage === spot.passage);
  const ground = grounds[index];
  if (!ground) return spot;
  if (step === 'passage') {
    const other = grounds[index + by];
    if (by === -1 && spot.at > 0) return { passage: spot.passage, at: 0 };
    return other ? { passage: other.passage, at: 0 } : { passage: spot.passage, at: by === 1 ? ground.text.length : 0 };
  }
  const all = stops(ground, step);
  const next = by === 1 ? all.find((at) => at > spot.at) : all.filter((at) => at < spot.at).at(-1);
  if (next !== undefined) return { passage: spot.passage, at: next };
  const other = grounds[index + by];
  if (!other) return spot;
  return { passage: other.passage, at: by === 1 ? 0 : other.text.length };
}

/** The character at the spot, a formula as a whole; the last one at the end. */
export function characterAt(ground: Ground, at: number): Marked {
  const all = stops(ground, 'character');
  const end = all.find((stop) => stop > at) ?? ground.text.length;
  const start = all.filter((stop) => stop < end).at(-1) ?? 0;
  return { passage: ground.passage, span: { start, end } };
}

/** What lies between two spots, one stretch a passage; nothing where they are the same. */
export function between(grounds: Ground[], a: Spot, b: Spot): Marked[] {
  const index = (spot: Spot) => grounds.findIndex(({ passage }) => passage === spot.passage);
  const [first, last] = index(a) < index(b) || (index(a) === index(b) && a.at <= b.at) ? [a, b] : [b, a];
  return grounds.slice(Math.max(0, index(first)), index(last) + 1).flatMap(({ passage, text }) => {
    const span = { start: passage === first.passage ? first.at : 0, end: passage === last.passage ? last.at : text.length };
    return span.start < span.end ? [{ passage, span }] : [];
  });
}
