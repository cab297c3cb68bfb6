import { expect, test, vi } from 'vitest';
import type { BlockView, PaperView, SectionView } from '../ipc/generated/wire';
import { Mounting, shownSections } from './mounting.svelte';

const passage = (id: string, chars: number): BlockView =>
  ({ kind: 'passage', passage: { id, text: '字'.repeat(chars) }, audit: null }) as unknown as BlockView;
const section = (kind: string, ...blocks: BlockView[]): SectionView => ({ kind, heading: null, blocks });
const paper = (...sections: SectionView[]) => ({ brief: false, sections }) as unknown as PaperView;

const long = paper(
  section('positioning', passage('positioning.0', 300)),
  section('method', passage('method.0', 1200), passage('method.1', 1200), passage('method.2', 1200)),
  section('review', passage('review.0', 300)),
);

/** Such a window shows 1,400 characters. */
vi.stubGlobal('innerHeight', 1000);

test('what fills the view comes first and the rest follows by itself', async () => {
  const mounting = new Mounting();
  mounting.begin(long, null);
  mounting.start();
  expect([mounting.shown, mounting.whole]).toEqual([2, false]);
  await vi.waitFor(() => expect(mounting.whole).toBe(true));
});

test('all above the reader’s place is there at once, and a view after it', () => {
  const mounting = new Mounting();
  mounting.begin(long, { passage: 'method.1', offset: 0.5 });
  expect(mounting.shown).toBe(4);
  mounting.all();
  expect(mounting.whole).toBe(true);
});

test('sections beside their abstract are never shown in part', () => {
  const mounting = new Mounting();
  mounting.begin(paper(section('motivation', passage('a', 2000)), section('method', passage('b', 2000)), section('abstract', passage('c', 2000))), null);
  expect(mounting.whole).toBe(true);
});

test('a section is shown as far as its blocks are', () => {
  const shown = (count: number) => shownSections(long.sections, count).map(({ index, blocks }) => [index, blocks.length]);
  expect(shown(0)).toEqual([]);
  expect(shown(1)).toEqual([[0, 1]]);
  expect(shown(3)).toEqual([[0, 1], [1, 2]]);
  expect(shown(Infinity)).toEqual([[0, 1], [1, 3], [2, 1]]);
});
