// One list of all doubts: the open paper's, then those of the papers after it under the filter, as far as the reader looks.
import type { Client } from '../ipc/client';
import type { PaperView, RowFilter } from '../ipc/generated/wire';
import { doubtsOf, type Doubt } from './doubts';

export interface Group {
  id: string;
  name: string;
  day: string;
  doubts: Doubt[];
}

/** Papers asked for at once. */
const BATCH = 6;

const groupOf = (paper: PaperView): Group => ({ id: paper.id, name: paper.name, day: paper.day, doubts: doubtsOf(paper) });

export class DoubtList {
  groups = $state.raw<Group[]>([]);
  /** All papers after the open one were looked at. */
  done = $state(false);
  busy = $state(false);
  private last: string | null;
  private readonly filter: RowFilter;

  constructor(
    private readonly client: Client,
    paper: PaperView | null,
    filter: RowFilter,
    private readonly failed: (error: unknown) => void,
  ) {
    this.filter = { ...filter, doubts: true };
    this.last = paper?.id ?? null;
    if (paper && doubtsOf(paper).length > 0) this.groups = [groupOf(paper)];
  }

  /** Lists some more papers. A paper that cannot be opened is left out. */
  async more(): Promise<void> {
    if (this.busy || this.done) return;
    this.busy = true;
    try {
      for (let count = 0; count < BATCH && !this.done; count += 1) await this.step();
    } catch (error) {
      this.done = true;
      this.failed(error);
    } finally {
      this.busy = false;
    }
  }

  private async step(): Promise<void> {
    const next = this.last === null ? null : await this.client.neighbour(this.last, this.filter, 'next');
    // The same paper or an earlier one: the list changed under the walk.
    if (next === null || this.groups.some(({ id }) => id === next)) {
      this.done = true;
      return;
    }
    this.last = next;
    const paper = await this.client.openPaper(next).catch(() => null);
    if (paper && doubtsOf(paper).length > 0) this.groups = [...this.groups, groupOf(paper)];
  }
}
