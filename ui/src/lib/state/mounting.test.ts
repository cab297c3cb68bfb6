import { expect, test, vi } from 'vitest';
import type { BlockView, PaperView, SectionView } from '../ipc/generated/wire';
import { Mounting, shownSections, viewChars } from './mounting.svelte';

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

test('a wide pane holds more than a narrow one, small letters more than large ones, and a measure ends the line', () => {
  const look = { textPx: 17, lineHeight: 1.9, measureEm: 46 };
  const usual = viewChars(756, 814, look);
  expect(usual).toBeGreaterThan(25 * 38);
  expect(usual).toBeLessThan(25 * 38 * 1.25);
  expect(viewChars(1100, 814, look)).toBeGreaterThan(usual);
  expect(viewChars(3000, 814, look)).toBe(viewChars(1100, 814, look));
  expect(viewChars(756, 814, { ...look, textPx: 12 })).toBeGreaterThan(1.5 * usual);
  expect(viewChars(40, 814, look)).toBeGreaterThan(0);
});

test('letters take half the room of characters, and a pair as much as its longer side twice', () => {
  const text = (chars: number, lang: string) => ({ id: 'x', text: 'x'.repeat(chars), lang });
  const pair = (claim: number, quote: number) => ({ kind: 'finding', claim: text(claim, 'zh'), quote: text(quote, 'en') }) as unknown as BlockView;
  const shown = (blocks: BlockView[], chars: number) => {
    const mounting = new Mounting();
    mounting.begin(paper(section('evidence', ...blocks)), null, chars);
    return mounting.shown;
  };
  expect(shown([pair(60, 300), pair(60, 300), pair(60, 300), pair(60, 300)], 601)).toBe(3);
  expect(shown([pair(200, 300), pair(200, 300), pair(200, 300)], 800)).toBe(2);
});
