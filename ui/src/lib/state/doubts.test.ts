import { expect, test } from 'vitest';
import sample from '../ipc/generated/sample.json';
import type { PaperView, RowFilter } from '../ipc/generated/wire';
import { memoryClient, type MemoryData } from '../ipc/memory';
import { DoubtList } from './doubtlist.svelte';
import { doubtsOf, withSettlement } from './doubts';

const data = sample as MemoryData;
const everything: RowFilter = { text: '', unread: false, topic: null, doubts: false, starred: false, noted: false };
const doubtful = data.papers.filter((paper) => doubtsOf(paper).length > 0);
const fails = (error: unknown) => {
  throw error;
};

test('a settled doubt carries what was found, and no other does', () => {
  const paper = doubtful.find((one) => doubtsOf(one).length > 1) as PaperView;
  const [first, second] = doubtsOf(paper);
  const found = { finding: 'wrong', word: '见表 3' } as const;
  const after = doubtsOf(withSettlement(paper, first?.doubt.key ?? '', found));
  expect(after.map(({ doubt }) => doubt.settled)).toEqual([found, ...doubtsOf(paper).slice(1).map(() => null)]);
  expect(after[1]?.quantity).toBe(second?.quantity);
  expect(after[0]?.pair.claim).toBe(first?.pair.claim);
});

test('a paper whose doubts are all settled leaves the doubtful, and comes back when one is opened again', async () => {
  const client = memoryClient(data);
  const count = async () => (await client.rows({ ...everything, doubts: true }, 0, 100)).totalPapers;
  const before = await count();
  const paper = doubtful[0] as PaperView;
  for (const { doubt } of doubtsOf(paper)) await client.settle(paper.id, doubt.key, { finding: 'right', word: '' });
  expect([await count(), (await client.rows(everything, 0, 1)).doubtPapers]).toEqual([before - 1, before - 1]);
  await client.settle(paper.id, doubtsOf(paper)[0]?.doubt.key ?? '', null);
  expect(await count()).toBe(before);
});

test('the list of doubts begins with the open paper and ends with the last one under the filter', async () => {
  const list = new DoubtList(memoryClient(data), data.papers[0] as PaperView, everything, fails);
  while (!list.done) await list.more();
  expect(list.groups.map(({ id }) => id)).toEqual(doubtful.map(({ id }) => id));
  const later = new DoubtList(memoryClient(data), doubtful[1] as PaperView, everything, fails);
  while (!later.done) await later.more();
  expect(later.groups.map(({ id }) => id)).toEqual(doubtful.slice(1).map(({ id }) => id));
});

test('without an open paper the list of doubts is empty and done', async () => {
  const list = new DoubtList(memoryClient(data), null, everything, fails);
  await list.more();
  expect([list.groups.length, list.done]).toEqual([0, true]);
});
