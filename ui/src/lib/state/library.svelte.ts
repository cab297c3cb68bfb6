// The library's list: a window on rows that the shell owns, under the reader's filter.
import type { Client } from '../ipc/client';
import type { PaperRow, Row, RowFilter, RowsPage, Scan, Source } from '../ipc/generated/wire';

/** Rows asked for at once. */
const CHUNK = 120;

/** A row that has not arrived yet is `undefined`. */
export type MaybeRow = Row | undefined;

export class Library {
  filter = $state.raw<RowFilter>({ text: '', unread: false, topic: null, doubts: false, starred: false, noted: false });
  rows = $state.raw<MaybeRow[]>([]);
  totals = $state.raw<Omit<RowsPage, 'rows' | 'first' | 'scan' | 'generation'>>({
    totalRows: 0, totalPapers: 0, allPapers: 0, unreadPapers: 0, doubtPapers: 0, starredPapers: 0, notedPapers: 0, topics: [],
  });
  scan = $state.raw<Scan>({ state: 'idle' });
  sources = $state.raw<Source[]>([]);
  private generation = 0;
  /** Identity of the list that is wanted; answers for another are dropped. */
  private wanted = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen depends on it
  private asked = new Set<number>();
  private visible: [number, number] = [0, CHUNK];

  constructor(
    private readonly client: Client,
    first: RowsPage,
    sources: Source[],
    private readonly failed: (error: unknown) => void,
  ) {
    this.sources = sources;
    this.replace(first);
  }

  readonly filtered = $derived(
    this.filter.text.trim() !== '' || this.filter.unread || this.filter.topic !== null || this.filter.doubts || this.filter.starred || this.filter.noted,
  );

  /** Another filter: the old rows stay until the new ones are here. */
  narrow(part: Partial<RowFilter>): void {
    this.filter = { ...this.filter, ...part };
    this.visible = [0, CHUNK];
    this.reload();
  }

  /** The rows from `first` to `last` are on screen. */
  see(first: number, last: number): void {
    this.visible = [first, last];
    for (let chunk = Math.floor(first / CHUNK); chunk * CHUNK <= last && chunk * CHUNK < this.rows.length; chunk += 1) {
      const start = chunk * CHUNK;
      const missing = this.rows.slice(start, start + CHUNK).includes(undefined);
      if (missing && !this.asked.has(chunk)) void this.fetch(chunk);
    }
  }

  /** Resolves once the row is here, or its chunk could not be had. */
  async loaded(index: number): Promise<void> {
    if (this.rows[index] === undefined) await this.fetch(Math.floor(index / CHUNK));
  }

  /** The shell says that the list changed. */
  changed(generation: number, scan: Scan): void {
    this.scan = scan;
    if (generation !== this.generation) this.reload();
  }

  indexOf(id: string): number {
    return this.rows.findIndex((row) => row?.kind === 'paper' && row.id === id);
  }

  /** The nearest paper from `index` in the given direction, that row included. */
  paperFrom(index: number, step: 1 | -1): { index: number; row: { kind: 'paper' } & PaperRow } | null {
    for (let at = index; at >= 0 && at < this.rows.length; at += step) {
      const row = this.rows[at];
      if (row?.kind === 'paper') return { index: at, row };
    }
    return null;
  }

  private reload(): void {
    this.wanted += 1;
    const identity = this.wanted;
    const start = Math.floor(this.visible[0] / CHUNK) * CHUNK;
    this.client.rows(this.filter, start, Math.max(CHUNK, this.visible[1] - start + 1)).then((page) => {
      if (identity === this.wanted) this.replace(page);
    }, this.failed);
  }

  private async fetch(chunk: number): Promise<void> {
    const identity = this.wanted;
    this.asked.add(chunk);
    try {
      const page = await this.client.rows(this.filter, chunk * CHUNK, CHUNK);
      if (identity !== this.wanted) return;
      if (page.generation !== this.generation) return this.reload();
      const rows = this.rows.slice();
      page.rows.forEach((row, at) => (rows[page.first + at] = row));
      this.rows = rows;
    } catch (error) {
      this.failed(error);
    } finally {
      if (identity === this.wanted) this.asked.delete(chunk);
    }
  }

  private replace(page: RowsPage): void {
    const { generation, rows, first, scan, ...totals } = page;
    this.generation = generation;
    this.scan = scan;
    this.totals = totals;
    this.asked.clear();
    const all = new Array<MaybeRow>(totals.totalRows).fill(undefined);
    rows.forEach((row, at) => (all[first + at] = row));
    this.rows = all;
  }
}
