// The words that the reader is about to mark: taken from a selection before anything is drawn, from the keyboard's
// cursor, or a whole finding.
import type { FindingView, NoteColor, PaperView, Stretch } from '../ipc/generated/wire';
import { wholeOf } from '../text/selection';

/** What the toolbar acts on. */
export interface Marked {
  stretches: Stretch[];
  /** Where it is on the page, asked for when it is needed. */
  box: () => DOMRect | null;
  from: 'selection' | 'cursor' | 'finding';
}

export class Marking {
  /** Words that are chosen; the toolbar stands by them. */
  now = $state.raw<Marked | null>(null);
  /** The colour that was used last. */
  color: NoteColor = 'yellow';
  /** The keyboard's cursor is in the text. */
  cursor = $state(false);

  choose(marked: Marked): void {
    this.now = marked.stretches.length > 0 ? marked : null;
  }

  clear(): void {
    this.now = null;
  }
}

/** Claim and quote of a finding, whole. */
export function wholeFinding({ claim, quote }: FindingView): Stretch[] {
  return [claim, quote].flatMap((side) => (side ? [wholeOf(side.id, side.text)] : [])).filter((one) => one !== null);
}

/** The original characters of stretches, one string a passage. */
export function wordsOf(paper: PaperView | null, stretches: Stretch[]): string[] {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- lives as long as this call
  const texts = new Map<string, string>();
  for (const block of (paper?.sections ?? []).flatMap(({ blocks }) => blocks)) {
    const passages = block.kind === 'passage' ? [block.passage] : [block.claim, block.quote];
    for (const passage of passages) if (passage) texts.set(passage.id, passage.text);
  }
  return stretches.map(({ passage, span }) => (texts.get(passage) ?? '').slice(span.start, span.end));
}

/** Whether two marks mean the same characters. */
export function sameStretches(a: Stretch[], b: Stretch[]): boolean {
  return a.length === b.length && a.every(({ passage, span }, at) => {
    const other = b[at];
    return other?.passage === passage && other.span.start === span.start && other.span.end === span.end;
  });
}
