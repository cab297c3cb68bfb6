import { expect, test } from 'vitest';
import type { NoteView } from '$lib/ipc/generated/wire';
import { Heights } from './heights';

const note = (id: string, part: Partial<NoteView> = {}) =>
  ({ id, quote: ['模型'], note: '', tags: [], bookmark: false, state: { kind: 'exact' }, ...part }) as unknown as NoteView;
const drawn = (heights: Heights, ...all: [NoteView, number][]) => heights.with(new Map(all));

test('cards that were drawn are as high as they were, and those like them are guessed to be', () => {
  const heights = drawn(Heights.none, [note('a'), 60], [note('b'), 70], [note('c', { note: '字'.repeat(90) }), 150]);
  expect(heights.of(note('a'))).toBe(60);
  expect(heights.of(note('d'))).toBe(65);
  expect(heights.of(note('e', { note: '句'.repeat(85) }))).toBe(150);
  expect(Heights.none.of(note('a'))).toBe(heights.of(note('f', { tags: ['x'.repeat(20)] })));
});

test('what was guessed from enough cards does not change with each one more', () => {
  let heights = Heights.none;
  for (let at = 0; at < 30; at += 1) heights = drawn(heights, [note(`${at}`), at < 4 ? 60 : 200]);
  expect([heights.of(note('other')), heights.of(note('29'))]).toEqual([60, 200]);
});

test('nothing new is the same', () => {
  const heights = drawn(Heights.none, [note('a'), 60]);
  expect(drawn(heights, [note('a'), 60])).toBe(heights);
});
