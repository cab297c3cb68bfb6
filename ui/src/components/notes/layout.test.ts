import { expect, test } from 'vitest';
import type { NoteView, PaperView } from '$lib/ipc/generated/wire';
import { byLines, tops } from './layout';

const cards = (...all: [number, number][]) => all.map(([anchor, height], at) => ({ id: `${at}`, anchor, height }));

const cases: [string, [number, number][], string | null, number[]][] = [
  ['cards with room stand at their words', [[10, 20], [100, 20]], null, [10, 100]],
  ['two at one height share the shift', [[100, 20], [100, 20]], null, [85, 115]],
  ['the card that is looked at keeps its place', [[100, 20], [100, 20]], '1', [70, 100]],
  ['nothing stands above the text', [[0, 40], [10, 40]], null, [0, 50]],
  ['clusters grow until nothing overlaps', [[0, 50], [30, 50], [200, 10]], null, [0, 60, 200]],
];
test.each(cases)('%s', (_, all, active, expected) => {
  expect(tops(cards(...all), 10, active).map(Math.round)).toEqual(expected);
});

test('a thousand cards never overlap and keep their order', () => {
  const all = cards(...Array.from({ length: 1000 }, (_, at): [number, number] => [(at * 7919) % 4000, 30 + (at % 5) * 11]).sort((a, b) => a[0] - b[0]));
  const found = tops(all, 8, '500');
  found.slice(1).forEach((top, at) => expect(top).toBeGreaterThanOrEqual((found[at] ?? 0) + (all[at]?.height ?? 0) + 8 - 1e-6));
  expect(Math.abs((found[500] ?? 0) - (all[500]?.anchor ?? 0))).toBeLessThan(1);
});

test('notes of a claim and of its quote stand in the order of their lines', () => {
  const text = (id: string, length: number) => ({ id, text: '字'.repeat(length) });
  const blocks = [{ kind: 'passage', passage: text('p', 10) }, { kind: 'finding', claim: text('c', 100), quote: text('q', 400) }, { kind: 'finding', claim: text('d', 50), quote: null }];
  const paper = { sections: [{ blocks }] } as unknown as PaperView;
  const note = (id: string, passage: string, start: number) => ({ id, stretches: [{ passage, span: { start, end: start + 2 } }] }) as unknown as NoteView;
  const all = [note('1', 'p', 4), note('2', 'c', 10), note('3', 'c', 60), note('4', 'q', 20), note('5', 'q', 200), note('6', 'd', 0), note('7', 'gone', 0)];
  expect(byLines(all, paper).map(({ id }) => id)).toEqual(['1', '4', '2', '5', '3', '6', '7']);
  expect(byLines(all, null)).toEqual(all);
});
