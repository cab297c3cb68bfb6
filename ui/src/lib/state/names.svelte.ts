// The name in the open paper that the reader points at or walked to, and in how many papers it stands. Names are asked for
// when the first one is wanted: a paper opens without them, and the page holds no element for any.
import type { Client } from '../ipc/client';
import type { NameCount, PaperView, Utf16Span } from '../ipc/generated/wire';
import { passagesOf } from './find.svelte';

export interface NameAt {
  /** Id of the passage. */
  passage: string;
  /** Number of the passage in reading order. */
  order: number;
  span: Utf16Span;
  name: string;
}

export type Reached = 'pointer' | 'keys';

export class Names {
  now = $state.raw<NameAt | null>(null);
  reached = $state<Reached>('pointer');
  /** `undefined` while it is asked; `null` where nobody knows. */
  count = $state.raw<NameCount | null | undefined>(undefined);
  private known: { sections: PaperView['sections']; all: Promise<NameAt[]> } | null = null;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen depends on it
  private counts = new Map<string, NameCount | null>();
  /** Identity of the place that is wanted; answers for others are dropped. */
  private wanted = 0;

  constructor(
    private readonly client: Client,
    private readonly paper: () => PaperView | null,
  ) {}

  /** The name at a place that the pointer rests on; `is` has the last word, because a place is only the nearest one. */
  async point(passage: string, at: number, is: (name: NameAt) => boolean): Promise<void> {
    this.wanted += 1;
    const request = this.wanted;
    const all = await this.all();
    if (request !== this.wanted) return;
    const found = all.find((one) => one.passage === passage && one.span.start <= at && at <= one.span.end && is(one));
    if (found) await this.show(found, 'pointer');
    else if (this.reached === 'pointer') this.clear();
  }

  /** To the next name, each once a passage; from the shown one, else from the passage `from`. Resolves to whether there is one. */
  async step(by: 1 | -1, from: string | undefined): Promise<boolean> {
    this.wanted += 1;
    const request = this.wanted;
    const named = await this.all();
    const all = named.filter((one, at) => named.findIndex((other) => other.passage === one.passage && other.name === one.name) === at);
    if (request !== this.wanted) return true;
    const { now } = this;
    const order = passagesOf(this.paper()).findIndex(({ id }) => id === from);
    const isAfter = (one: NameAt) => (now ? one.order > now.order || (one.order === now.order && one.span.start > now.span.start) : one.order >= order);
    const isBefore = (one: NameAt) => (now ? one.order < now.order || (one.order === now.order && one.span.start < now.span.start) : one.order < order);
    const next = by === 1 ? all.find(isAfter) : all.filter(isBefore).at(-1);
    if (!next) return false;
    await this.show(next, 'keys');
    return true;
  }

  clear(): void {
    this.wanted += 1;
    this.now = null;
  }

  /** The library changed: other papers may hold other names. */
  forget(): void {
    this.counts.clear();
    if (this.now) void this.ask(this.now);
  }

  private async show(name: NameAt, reached: Reached): Promise<void> {
    if (this.now !== name) this.count = this.counts.get(name.name);
    this.now = name;
    this.reached = reached;
    if (this.count === undefined) await this.ask(name);
  }

  private async ask(name: NameAt): Promise<void> {
    const count = await this.client.nameCount(name.name).catch(() => null);
    if (count?.complete) this.counts.set(name.name, count);
    if (this.now === name) this.count = count;
  }

  /** All names of the paper, in reading order; none where they cannot be told. */
  private all(): Promise<NameAt[]> {
    const paper = this.paper();
    if (!paper) return Promise.resolve([]);
    if (this.known?.sections !== paper.sections) {
      const passages = passagesOf(paper);
      const named = this.client.paperNames(paper.id).then((found) =>
        found.flatMap(({ passage: order, span }) => {
          const passage = passages[order];
          return passage ? [{ passage: passage.id, order, span, name: passage.text.slice(span.start, span.end).replace(/\s+/g, ' ') }] : [];
        }));
      this.known = { sections: paper.sections, all: named.catch(() => []) };
    }
    return this.known.all;
  }
}
