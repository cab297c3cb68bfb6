// The list over all papers: a window on rows that the shell owns, under a filter of its own.
import type { Client } from '$lib/ipc/client';
import type { NoteRow, NotesFilter, NotesPage, TagCount } from '$lib/ipc/generated/wire';

/** Rows asked for at once. */
const CHUNK = 80;

export class AllNotes {
  filter = $state.raw<NotesFilter>({ colors: [], tags: [], kinds: [], text: '', paper: null, trash: false, sort: 'place' });
  /** A row that has not arrived yet is `undefined`. */
  rows = $state.raw<(NoteRow | undefined)[]>([]);
  totals = $state.raw<Pick<NotesPage, 'all' | 'papers' | 'troubles' | 'complete'>>({ all: 0, papers: 0, troubles: [], complete: true });
  tags = $state.raw<TagCount[]>([]);
  loaded = $state(false);
  private wanted = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen depends on it
  private asked = new Set<number>();

  constructor(
    private readonly client: Client,
    private readonly failed: (error: unknown) => void,
    trash = false,
  ) {
    this.filter = { ...this.filter, trash, sort: trash ? 'time' : 'place' };
  }

  narrow(part: Partial<NotesFilter>): void {
    this.filter = { ...this.filter, ...part };
    this.reload();
  }

  /** Asks again: another filter, or something changed. The old rows stay until the new ones are here. */
  reload(): void {
    this.wanted += 1;
    this.asked.clear();
    void this.fetch(0);
    this.client.tags().then((tags) => (this.tags = tags), this.failed);
  }

  /** The rows from `first` to `last` are on screen. */
  see(first: number, last: number): void {
    for (let chunk = Math.floor(first / CHUNK); chunk * CHUNK <= last && chunk * CHUNK < this.rows.length; chunk += 1) {
      if (this.rows.slice(chunk * CHUNK, (chunk + 1) * CHUNK).includes(undefined) && !this.asked.has(chunk)) void this.fetch(chunk);
    }
  }

  private async fetch(chunk: number): Promise<void> {
    const request = this.wanted;
    this.asked.add(chunk);
    try {
      const page = await this.client.allNotes(this.filter, chunk * CHUNK, CHUNK);
      if (request !== this.wanted) return;
      const rows = chunk === 0 || this.rows.length !== page.total ? new Array<NoteRow | undefined>(page.total).fill(undefined) : this.rows.slice();
      page.rows.forEach((row, at) => (rows[page.first + at] = row));
      this.rows = rows;
      this.totals = page;
      this.loaded = true;
    } catch (error) {
      this.failed(error);
    } finally {
      if (request === this.wanted) this.asked.delete(chunk);
    }
  }
}
