// Find in the open paper: hits in the passages' own text, so that tables and formulas count as what they stand for.
import type { PaperView, PassageView } from '../ipc/generated/wire';
import { findAll, fold } from '../text/fold';

export interface PageHit {
  passage: string;
  start: number;
  end: number;
}

/** The passages of a paper in reading order. */
export function passagesOf(paper: PaperView | null): PassageView[] {
  return (paper?.sections ?? [])
    .flatMap((section) => section.blocks)
    .flatMap((block) => (block.kind === 'passage' ? [block.passage] : [block.claim, block.quote].filter((one) => one !== null)));
}

export class Find {
  open = $state(false);
  query = $state('');
  private chosen = $state(0);
  private readonly folded = $derived.by(() =>
    this.open ? passagesOf(this.paper()).map(({ id, text }) => ({ id, text: fold(text) })) : [],
  );
  readonly hits: PageHit[] = $derived.by(() =>
    this.folded.flatMap(({ id, text }) => findAll(text, this.query).map((hit) => ({ passage: id, ...hit }))),
  );
  /** Index into `hits`; -1 without hits. */
  readonly current: number = $derived(Math.min(this.chosen, this.hits.length - 1));

  constructor(private readonly paper: () => PaperView | null) {}

  ask(query: string): void {
    this.query = query;
    this.chosen = 0;
  }

  step(by: 1 | -1): void {
    if (this.hits.length > 0) this.chosen = (this.current + by + this.hits.length) % this.hits.length;
  }

  close(): void {
    this.open = false;
  }
}
