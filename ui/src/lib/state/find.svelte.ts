// Find in the open paper: hits in the passages' own text, so that tables and formulas count as what they stand for.
import type { Client } from '../ipc/client';
import type { PaperView, PassageView, Settings } from '../ipc/generated/wire';
import { asked } from './asked';

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
  hits = $state.raw<PageHit[]>([]);
  private chosen = $state(0);
  /** Identity of the question that is wanted; answers to others are dropped. */
  private wanted = 0;
  /** Index into `hits`; -1 without hits. */
  readonly current: number = $derived(Math.min(this.chosen, this.hits.length - 1));

  constructor(
    private readonly client: Client,
    private readonly paper: () => PaperView | null,
    private readonly settings: () => Pick<Settings, 'wholeWords' | 'keepScript'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Looks for the query; begins at the first hit in or after the passage, if one is given. Resolves to how many there are. */
  async ask(query: string, from?: string): Promise<number> {
    this.query = query;
    this.wanted += 1;
    const request = this.wanted;
    const paper = this.paper();
    if (!paper || query.trim() === '') {
      this.hits = [];
      return 0;
    }
    const found = await this.client.findInPaper(paper.id, asked(query, this.settings())).catch((error: unknown) => {
      this.failed(error);
      return [];
    });
    if (request !== this.wanted) return this.hits.length;
    const passages = passagesOf(paper);
    this.hits = found.flatMap(({ passage, span }) => {
      const id = passages[passage]?.id;
      return id === undefined ? [] : [{ passage: id, ...span }];
    });
    const start = passages.findIndex(({ id }) => id === from);
    const at = start < 0 ? 0 : found.findIndex(({ passage }) => passage >= start);
    this.chosen = Math.max(0, at);
    return this.hits.length;
  }

  /** The paper is another one, or has other text. */
  renew(): void {
    if (this.open) void this.ask(this.query);
    else this.hits = [];
  }

  step(by: 1 | -1): void {
    if (this.hits.length > 0) this.chosen = (this.current + by + this.hits.length) % this.hits.length;
  }

  close(): void {
    this.open = false;
    this.hits = [];
  }
}
