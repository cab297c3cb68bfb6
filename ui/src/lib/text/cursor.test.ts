import { expect, test } from 'vitest';
import { between, characterAt, moved, stops, type Ground, type Spot, type Step } from './cursor';

const grounds: Ground[] = [
  { passage: 'a', text: '潮🌊 x_t 汐', atoms: [{ start: 4, end: 7 }] },
  { passage: 'b', text: 'two words', atoms: [] },
];

const steps: [string, Spot, Step, 1 | -1, Spot][] = [
  ['over a character of two units', { passage: 'a', at: 1 }, 'character', 1, { passage: 'a', at: 3 }],
  ['over a formula in one', { passage: 'a', at: 4 }, 'character', 1, { passage: 'a', at: 7 }],
  ['back over a formula', { passage: 'a', at: 7 }, 'character', -1, { passage: 'a', at: 4 }],
  ['from the end into the next passage', { passage: 'a', at: 9 }, 'character', 1, { passage: 'b', at: 0 }],
  ['from the beginning into the passage before', { passage: 'b', at: 0 }, 'character', -1, { passage: 'a', at: 9 }],
  ['by words', { passage: 'b', at: 0 }, 'word', 1, { passage: 'b', at: 4 }],
  ['to the next passage', { passage: 'a', at: 3 }, 'passage', 1, { passage: 'b', at: 0 }],
  ['to the beginning of its own', { passage: 'b', at: 3 }, 'passage', -1, { passage: 'b', at: 0 }],
  ['nowhere at the end of the paper', { passage: 'b', at: 9 }, 'character', 1, { passage: 'b', at: 9 }],
];
test.each(steps)('a step goes %s', (_, from, step, by, to) => {
  expect(moved(grounds, from, step, by)).toEqual(to);
});

test('the character at a spot is a whole formula, and the last one at the end', () => {
  const [a] = grounds as [Ground];
  expect([characterAt(a, 4), characterAt(a, 9)].map(({ span }) => [span.start, span.end])).toEqual([[4, 7], [8, 9]]);
});

test('what lies between two spots is one stretch a passage, whichever was first', () => {
  const [from, to]: Spot[] = [{ passage: 'a', at: 7 }, { passage: 'b', at: 3 }];
  const expected = [{ passage: 'a', span: { start: 7, end: 9 } }, { passage: 'b', span: { start: 0, end: 3 } }];
  expect([between(grounds, from as Spot, to as Spot), between(grounds, to as Spot, from as Spot)]).toEqual([expected, expected]);
  expect(between(grounds, to as Spot, to as Spot)).toEqual([]);
});

test('words stop where they begin', () => {
  expect(stops(grounds[1] as Ground, 'word')).toEqual([0, 4, 9]);
});
