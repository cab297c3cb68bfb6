// The open paper: which one it is, where the reader is in it, and the way back.
import { flushSync } from 'svelte';
import { afterPaint } from '../frames';
import { asCommandError, type Client } from '../ipc/client';
import type { CommandError, Direction, PaperView, Place, RowFilter } from '../ipc/generated/wire';
import { Leaf } from './leaf.svelte';

/** What the pane on screen can do for the state. */
export interface Stage {
  /** Brings the place to the top of the view; `null` is the head of the paper. */
  show(place: Place | null): void;
  place(): Place | null;
  /** Puts a paper on the page, or makes it ready to be put there. */
  put(leaf: Leaf): void;
  prepare(leaf: Leaf): void;
  /** Takes it off. */
  clear(): void;
}

interface Visit {
  id: string;
  place: Place | null;
}

/** Prepared papers that are kept: both neighbours, and what was prepared before turning round. */
const AHEAD = 6;
/** Steps that can be gone back. */
const STEPS = 50;
/** Work that takes longer than this says so, in milliseconds. */
const SLOW_MS = 300;

export class Reader {
  leaf = $state.raw<Leaf | null>(null);
  /** The one that the reader would turn to next. */
  private prepared: Leaf | null = null;
  /** Where the reader turned last. */
  private heading: Direction = 'next';
  error = $state.raw<CommandError | null>(null);
  /** The paper that was asked for and whose file cannot be read now; no other is shown in its place. */
  unreadable = $state.raw<string | null>(null);
  /** The paper that is being opened, once that takes long enough to say so. */
  waiting = $state.raw<string | null>(null);
  /** Index of the section under the top edge. */
  section = $state(0);
  /** Index into `findings` of the one that the keys walk from; -1 before the first. */
  finding = $state(-1);
  neighbours = $state.raw<{ next: string | null; previous: string | null }>({ next: null, previous: null });
  /** The paper after the next one, once it is known. */
  private afterNext: string | null = null;
  /** The filter through which the neighbours were asked for. */
  private knownOf: RowFilter | null = null;
  /** Grows with each paper put on screen; the pane goes to the paper's place when it sees another number. */
  turn = $state(0);
  /** Grows with each jump inside a paper. */
  jumps = 0;
  stage: Stage | null = null;
  /** Full-width characters that fill the pane, once it is there. */
  fills: number | undefined;
  private behind = $state.raw<Visit[]>([]);
  private before = $state.raw<Visit[]>([]);
  private wanted = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen depends on it
  private ahead = new Map<string, Promise<PaperView>>();

  readonly findings = $derived.by(() => this.leaf?.findings ?? []);
  readonly numbered = $derived.by(() => this.leaf?.numbered ?? false);
  readonly canGoBack = $derived(this.behind.length > 0);
  readonly canGoForward = $derived(this.before.length > 0);

  constructor(
    private readonly client: Client,
    paper: PaperView | null,
    private readonly filter: () => RowFilter,
  ) {
    this.leaf = paper && new Leaf(paper);
    this.leaf?.mounting.start();
  }

  get paper(): PaperView | null {
    return this.leaf?.paper ?? null;
  }

  /** All of the paper is on screen. */
  get whole(): boolean {
    return this.leaf?.mounting.whole ?? true;
  }

  /** Opens a paper and remembers the way back. Resolves to whether it is on screen. */
  async open(id: string): Promise<boolean> {
    const from = this.here();
    const shown = await this.load(id);
    if (from && from.id !== id && (shown || this.unreadable === id)) this.remember(from);
    return shown;
  }

  async turnTo(direction: Direction): Promise<boolean> {
    // Known of another filter is not known.
    const known = this.knownOf !== this.filter() ? null : direction === 'next' ? this.neighbours.next : this.neighbours.previous;
    const ask = () => this.client.neighbour(this.paper?.id ?? this.unreadable ?? '', this.filter(), direction).catch(() => null);
    const target = known ?? (await ask());
    return target === null ? false : this.open(target);
  }

  /** The shell says that the paper changed: the same place in the new text. */
  async changed(id: string): Promise<void> {
    this.ahead.delete(id);
    if (this.prepared?.paper.id === id) this.prepared = null;
    if (this.unreadable === id) return void (await this.load(id));
    if (this.paper?.id !== id) return;
    const place = this.stage?.place() ?? null;
    const request = this.wanted;
    const paper = await this.client.openPaper(id).catch(() => null);
    if (!paper || request !== this.wanted || this.paper?.id !== id) return;
    const { leaf } = this;
    if (!leaf) return;
    leaf.paper = { ...paper, place: place ?? paper.place };
    leaf.mounting.begin(leaf.paper, leaf.paper.place, this.fills);
    leaf.mounting.start();
    this.turn += 1;
  }

  /** Facts about the open paper that the reader changed; the shell has them already. */
  amend(part: Partial<Pick<PaperView, 'name' | 'unread' | 'starred' | 'sections'>>): void {
    if (this.leaf) this.leaf.paper = { ...this.leaf.paper, ...part };
  }

  /** Prepared papers may be stale. */
  forgetAhead(): void {
    this.ahead.clear();
    this.prepared = null;
    this.knownOf = null;
  }

  /** The reader jumped inside the paper; `from` is the way back. */
  jumped(from: Place | null): void {
    this.jumps += 1;
    if (this.paper) this.remember({ id: this.paper.id, place: from });
  }

  async back(): Promise<void> {
    const visit = this.behind.at(-1);
    if (!visit) return;
    const from = this.here();
    this.behind = this.behind.slice(0, -1);
    if (from) this.before = [...this.before, from];
    await this.visit(visit);
  }

  async forward(): Promise<void> {
    const visit = this.before.at(-1);
    if (!visit) return;
    const from = this.here();
    this.before = this.before.slice(0, -1);
    if (from) this.behind = [...this.behind, from];
    await this.visit(visit);
  }

  /** The element that shows a passage. Whoever asks in an effect is asked again when more of the paper is on screen. */
  element(passage: string): HTMLElement | undefined {
    return this.leaf?.element(passage);
  }

  /** Brings all of the paper on screen at once, for what jumps in it. Not for effects. */
  mountAll(): void {
    if (this.whole) return;
    this.leaf?.mounting.all();
    flushSync();
  }

  /** Asks for both neighbours while nothing else is going on, so that turning to one needs no answer. */
  async prepare(): Promise<void> {
    const id = this.paper?.id;
    if (id === undefined) return;
    const filter = this.filter();
    const ask = (direction: Direction) => this.client.neighbour(id, filter, direction).catch(() => null);
    const [next, previous] = await Promise.all([ask('next'), ask('previous')]);
    if (this.paper?.id !== id) return;
    this.neighbours = { next, previous };
    this.knownOf = filter;
    for (const neighbour of [next, previous]) if (neighbour !== null) this.fetchAhead(neighbour);
    // Whoever leafs through the papers is at the next but one before its answer could come.
    const afterNext = next === null ? null : await this.client.neighbour(next, filter, 'next').catch(() => null);
    if (this.paper?.id !== id) return;
    this.afterNext = afterNext;
    if (afterNext !== null) this.fetchAhead(afterNext);
    this.makeReady();
  }

  private here(): Visit | null {
    return this.paper ? { id: this.paper.id, place: this.stage?.place() ?? null } : null;
  }

  private remember(visit: Visit): void {
    this.behind = [...this.behind.slice(1 - STEPS), visit];
    this.before = [];
  }

  private async visit(visit: Visit): Promise<void> {
    if (this.paper?.id !== visit.id) await this.load(visit.id, visit.place);
    else {
      this.mountAll();
      this.stage?.show(visit.place);
    }
  }

  private async load(id: string, place?: Place | null): Promise<boolean> {
    this.wanted += 1;
    const request = this.wanted;
    const slow = setTimeout(() => {
      if (request === this.wanted) this.waiting = id;
    }, SLOW_MS);
    try {
      const paper = await (this.ahead.get(id) ?? this.client.openPaper(id));
      if (request !== this.wanted) return false;
      const before = this.paper?.id ?? null;
      this.ahead.delete(id);
      this.heading = before !== null && id === this.neighbours.previous ? 'previous' : 'next';
      const isReady = place === undefined && this.prepared?.paper === paper;
      const leaf = isReady && this.prepared ? this.prepared : new Leaf(place === undefined ? paper : { ...paper, place }, this.fills);
      this.prepared = null;
      this.leaf?.mounting.stop();
      this.stage?.put(leaf);
      this.leaf = leaf;
      leaf.mounting.start();
      this.error = null;
      this.unreadable = null;
      this.finding = -1;
      this.section = 0;
      this.neighbours = this.neighboursOf(id, before);
      this.turn += 1;
      // Whoever leafs through the papers turns to the next one before its neighbours were asked for.
      void afterPaint().then(() => request === this.wanted && this.makeReady());
      return true;
    } catch (error) {
      if (request === this.wanted) this.failed(id, asCommandError(error));
      return false;
    } finally {
      clearTimeout(slow);
      if (request === this.wanted) this.waiting = null;
    }
  }

  /** What was on screen stays there, unless the paper is listed and only its file is away: then that is what there is to see. */
  private failed(id: string, error: CommandError): void {
    this.error = error;
    if (error.code !== 'fileUnreadable') return;
    this.unreadable = id;
    this.leaf?.mounting.stop();
    this.leaf = null;
    this.stage?.clear();
    this.neighbours = { next: null, previous: null };
    this.knownOf = null;
    this.turn += 1;
  }

  /** What is known of a paper's neighbours when it comes on screen: a turn has its answer before it is asked for. */
  private neighboursOf(id: string, before: string | null): { next: string | null; previous: string | null } {
    const { afterNext } = this;
    this.afterNext = null;
    if (id === this.neighbours.next) return { next: afterNext, previous: before };
    return { next: id === this.neighbours.previous ? before : null, previous: null };
  }

  /** The paper that would be turned to next, where it is there already, is put together while nothing else is going on. */
  private makeReady(): void {
    const { leaf } = this;
    const id = this.neighbours[this.heading];
    void (id === null ? undefined : this.ahead.get(id))?.then((paper) => {
      if (leaf === null || leaf !== this.leaf || this.prepared?.paper === paper) return;
      this.prepared = new Leaf(paper, this.fills);
      this.stage?.prepare(this.prepared);
    }, () => undefined);
  }

  private fetchAhead(id: string): void {
    if (this.ahead.has(id)) return;
    const paper = this.client.openPaper(id);
    paper.catch(() => this.ahead.delete(id));
    this.ahead.set(id, paper);
    for (const oldest of this.ahead.keys()) {
      if (this.ahead.size <= AHEAD) break;
      this.ahead.delete(oldest);
    }
  }
}
