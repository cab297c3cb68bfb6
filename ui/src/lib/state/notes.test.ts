// What is said of the notes of a paper while their answers are on the way.
import { expect, test } from 'vitest';
import sample from '../ipc/generated/sample.json';
import type { Client } from '../ipc/client';
import type { NoteView } from '../ipc/generated/wire';
import { memoryClient, type MemoryData } from '../ipc/memory';
import { Notes } from './notes.svelte';

const data = sample as MemoryData;
const [one, other] = data.papers.map(({ id }) => id) as [string, string];
const fails = (error: unknown) => {
  throw error;
};

const made = (paper: string, at: number): NoteView => ({
  id: `${paper} ${at}`, kind: 'highlight', color: 'yellow', highlight: true, note: '', html: '', tags: [], bookmark: false, quote: ['词'],
  place: { section: 'method', finding: null, side: 'text' }, state: { kind: 'exact' }, stretches: [{ passage: 'method.0', span: { start: at, end: at + 1 } }],
  createdMs: at, modifiedMs: at, deleted: false, offered: false,
});
const many = (paper: string) => Array.from({ length: 92 }, (_, at) => made(paper, at));

/** All orders of the numbers below `count`. */
function orders(count: number): number[][] {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((order) => Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]));
}

test('papers are switched faster than their notes come: none is ever shown with another paper, or as lost', async () => {
  const asked = [one, other, one, other];
  for (const order of orders(asked.length)) {
    const client = memoryClient(data, { notes: { [one]: many(one), [other]: many(other) } });
    const gates: (() => Promise<void>)[] = [];
    const slow: Client = {
      ...client,
      notes: (paper) => new Promise((resolve, reject) => gates.push(() => client.notes(paper).then(resolve, reject))),
    };
    const notes = new Notes(slow, fails);
    const loads = asked.map((paper) => notes.load(paper));
    for (const at of order) {
      await gates[at]?.();
      await loads[at];
      const { exact, moved, ambiguous, absent, lost } = notes.counts;
      expect([notes.unplaced, moved + ambiguous + absent + lost]).toEqual([[], 0]);
      expect(notes.kept.every(({ id }) => id.startsWith(`${notes.paper} `))).toBe(true);
      expect(exact).toBe(order.indexOf(at) >= order.indexOf(3) ? 92 : 0);
    }
    expect(notes.paper).toBe(other);
  }
});
