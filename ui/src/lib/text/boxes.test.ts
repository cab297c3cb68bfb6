import { expect, test } from 'vitest';
import { joined, type Box } from './boxes';

const box = (left: number, width: number, top = 0, height = 24): Box => ({ left, top, width, height });

const cases: [string, Box[], Box[]][] = [
  ['neighbours of a line are one', [box(0, 10), box(10.4, 8), box(18.2, 2)], [box(0, 20.2)]],
  ['words with a gap stay apart', [box(0, 10), box(14, 8)], [box(0, 10), box(14, 8)]],
  ['lines stay apart', [box(40, 10), box(0, 10, 32)], [box(40, 10), box(0, 10, 32)]],
  ['a formula of another height stays apart', [box(0, 10), box(10, 20, -6, 40), box(30, 5)], [box(0, 10), box(10, 20, -6, 40), box(30, 5)]],
  ['none', [], []],
];
test.each(cases)('%s', (_, boxes, expected) => {
  const found = joined(boxes);
  expect(found.length).toBe(expected.length);
  found.forEach((one, at) => {
    for (const side of ['left', 'top', 'width', 'height'] as const) expect(one[side]).toBeCloseTo(expected[at]?.[side] ?? NaN);
  });
});
