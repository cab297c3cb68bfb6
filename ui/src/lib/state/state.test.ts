import { expect, test, vi } from 'vitest';
import sample from '../ipc/generated/sample.json';
import type { Client } from '../ipc/client';
import type { PaperView, RowFilter, RowsPage } from '../ipc/generated/wire';
import { defaultSettings, memoryClient, type MemoryData } from '../ipc/memory';
import { Evidence, pairsOf } from './evidence.svelte';
import { Find } from './find.svelte';
import { Library } from './library.svelte';
import { Reader } from './reader.svelte';

const data = sample as MemoryData;
const everything: RowFilter = { text: '', unread: false, topic: null, doubts: false, starred: false, noted: false };
const ids = data.papers.map(({ id }) => id);
const settled = () => new Promise((resolve) => setTimeout(resolve));
const fails = (error: unknown) => {
  throw error;
};

/** A client whose answers to `openPaper` wait until they are let go. */
function held(client: Client) {
  const gates: { id: string; open: () => void }[] = [];
  const slow: Client = {
    ...client,
    openPaper: (id) => new Promise((resolve, reject) => gates.push({ id, open: () => void client.openPaper(id).then(resolve, reject) })),
  };
  return { slow, gates };
}

const reader = (client: Client, paper: PaperView | null = null) => new Reader(client, paper, () => everything);

test('the paper asked for last is shown, whatever order the answers come in', async () => {
  const { slow, gates } = held(memoryClient(data));
  const state = reader(slow);
  const first = state.open(ids[0] as string);
  const second = state.open(ids[1] as string);
  gates[1]?.open();
  await second;
  gates[0]?.open();
  expect(await first).toBe(false);
  expect(state.paper?.id).toBe(ids[1]);
});

test('a paper that is gone says so and the open one stays', async () => {
  const state = reader(memoryClient(data), data.papers[0]);
  expect(await state.open('nothing')).toBe(false);
  expect([state.error?.code, state.paper?.id]).toEqual(['paperGone', ids[0]]);
});

test('back returns to the paper before and its place, forward to the later one', async () => {
  const state = reader(memoryClient(data), data.papers[0]);
  const place = { passage: 'method.0', offset: 0.5 };
  state.stage = { show: vi.fn(), place: () => place, put: vi.fn(), prepare: vi.fn(), clear: vi.fn() };
  await state.open(ids[1] as string);
  expect([state.canGoBack, state.canGoForward]).toEqual([true, false]);
  await state.back();
  expect([state.paper?.id, state.paper?.place]).toEqual([ids[0], place]);
  expect([state.canGoBack, state.canGoForward]).toEqual([false, true]);
  await state.forward();
  expect(state.paper?.id).toBe(ids[1]);
});

test('a jump inside the paper can be taken back', async () => {
  const state = reader(memoryClient(data), data.papers[0]);
  const show = vi.fn();
  state.stage = { show, place: () => null, put: vi.fn(), prepare: vi.fn(), clear: vi.fn() };
  state.jumped({ passage: 'background.0', offset: 0 });
  await state.back();
  expect(show).toHaveBeenCalledWith({ passage: 'background.0', offset: 0 });
});

test('turning to a prepared neighbour asks the shell nothing', async () => {
  const client = memoryClient(data);
  const openPaper = vi.fn(client.openPaper);
  const state = reader({ ...client, openPaper }, data.papers[0]);
  await state.prepare();
  const asked = openPaper.mock.calls.length;
  expect(await state.turnTo('next')).toBe(true);
  expect([state.paper?.id === ids[0], openPaper.mock.calls.length]).toEqual([false, asked]);
});

test('a turn knows the next neighbours before they are asked for, and not those of another filter', async () => {
  const client = memoryClient(data);
  const neighbour = vi.fn(client.neighbour);
  let filter = everything;
  const state = new Reader({ ...client, neighbour }, data.papers[0] ?? null, () => filter);
  await state.prepare();
  await state.turnTo('next');
  const asked = neighbour.mock.calls.length;
  await state.turnTo('next');
  expect([state.paper?.id, neighbour.mock.calls.length]).toEqual([ids[2], asked]);
  await state.turnTo('previous');
  expect([state.paper?.id, neighbour.mock.calls.length]).toEqual([ids[1], asked]);
  filter = { ...everything, unread: true };
  await state.turnTo('next');
  expect(neighbour.mock.calls.length).toBe(asked + 1);
});

test('after the last paper there is no next one', async () => {
  const state = reader(memoryClient(data));
  for (let turns = 0; turns < ids.length; turns += 1) await state.turnTo('next');
  expect(await state.turnTo('next')).toBe(false);
});

async function library(papers: number) {
  const client = memoryClient(data, { papers });
  const first = await client.rows(everything, 0, 60);
  const rows = vi.fn(client.rows);
  return { state: new Library({ ...client, rows }, first, [], fails), rows, client };
}

test('rows that come into view are asked for once, in chunks', async () => {
  const { state, rows } = await library(1000);
  expect(state.rows[500]).toBeUndefined();
  state.see(490, 510);
  state.see(492, 512);
  await settled();
  expect(state.rows[500]).toBeDefined();
  expect(rows.mock.calls.map(([, first]) => first)).toEqual([480]);
});

test('only the rows of the last filter are shown', async () => {
  const { state, rows } = await library(200);
  const answers: ((page: RowsPage) => void)[] = [];
  rows.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  state.narrow({ text: 'a' });
  state.narrow({ text: 'ab' });
  const page = (n: number): RowsPage => ({
    generation: 1, first: 0, rows: [], totalRows: 0, totalPapers: n, allPapers: 200, unreadPapers: 0, doubtPapers: 0, starredPapers: 0, notedPapers: 0, topics: [], scan: { state: 'idle' },
  });
  answers[1]?.(page(2));
  answers[0]?.(page(1));
  await settled();
  expect(state.totals.totalPapers).toBe(2);
});

test('walking the list steps over the headers of months and days', async () => {
  const { state } = await library(10);
  expect(state.rows.slice(0, 2).map((row) => row?.kind)).toEqual(['month', 'day']);
  expect(state.paperFrom(0, 1)?.index).toBe(2);
  expect(state.paperFrom(1, -1)).toBeNull();
});

const paperWith = (predicate: (paper: PaperView) => boolean) => data.papers.find(predicate) as PaperView;
const anchor = document.createElement('span');

test('a quantity is found from the claim and from its evidence in the quote', () => {
  const paper = paperWith(({ verdicts }) => verdicts.exact > 0);
  const pair = pairsOf(paper).find(({ audit }) => audit.quantities.some(({ evidence }) => evidence.length > 0));
  const quantity = pair?.audit.quantities.find(({ evidence }) => evidence.length > 0);
  const evidence = new Evidence(() => paper);
  evidence.point(pair?.claim.id ?? '', quantity?.span.start ?? -1, anchor);
  expect([evidence.lit?.quantity, evidence.lit?.side]).toEqual([quantity, 'claim']);
  evidence.point(pair?.quote.id ?? '', quantity?.evidence[0]?.start ?? -1, anchor);
  expect([evidence.lit?.quantity.evidence[0], evidence.lit?.side]).toEqual([quantity?.evidence[0], 'quote']);
});

test('pointing beside the quantities lights nothing', () => {
  const paper = paperWith(({ verdicts }) => verdicts.exact > 0);
  const evidence = new Evidence(() => paper);
  evidence.point(pairsOf(paper)[0]?.claim.id ?? '', 100_000, anchor);
  expect(evidence.lit).toBeNull();
});

test('find counts hits over all passages and goes round', async () => {
  const paper = data.papers[0] as PaperView;
  const find = new Find(memoryClient(data), () => paper, () => defaultSettings, (error) => expect(error).toBeUndefined());
  find.open = true;
  const all = await find.ask('的');
  expect(all).toBeGreaterThan(3);
  expect(find.current).toBe(0);
  find.step(-1);
  expect(find.current).toBe(all - 1);
  find.step(1);
  expect(find.current).toBe(0);
  const later = find.hits.at(-1)?.passage;
  await find.ask('的', later);
  expect(find.hits[find.current]?.passage).toBe(later);
  const late = find.ask('的');
  await find.ask('这里没有的话');
  await late;
  expect([find.hits.length, find.current]).toEqual([0, -1]);
});
