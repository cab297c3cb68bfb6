import { expect, test } from 'vitest';
import { linesOf, PIECE, rowAt } from './lines';

const cases: [string, string, string[]][] = [
  ['line feeds', 'a\nb', ['a', 'b']],
  ['carriage returns', 'a\rb', ['a', 'b']],
  ['both together', 'a\r\nb\r\n', ['a', 'b']],
  ['an empty line', 'a\n\nb', ['a', '', 'b']],
  ['a line feed at the end begins no line', 'a\n', ['a']],
  ['an empty file has one line', '', ['']],
];
test.each(cases)('%s', (_, text, lines) => {
  expect(linesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(lines);
});

test('a long line is drawn in pieces that lose nothing and part no character', () => {
  const text = `${'x'.repeat(PIECE - 1)}🌊${'y'.repeat(PIECE * 2)}`;
  const pieces = linesOf(text);
  expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  expect(pieces.map(({ number }) => number)).toEqual([1, null, null, null].slice(0, pieces.length));
  expect(pieces.some(({ start }) => /^[\udc00-\udfff]/.test(text.slice(start)))).toBe(false);
});

test('a row is found by any offset in it', () => {
  const lines = linesOf('ab\ncd\n\nef');
  expect([0, 1, 2, 3, 6, 7, 99].map((offset) => rowAt(lines, offset))).toEqual([0, 0, 0, 1, 2, 3, 3]);
});
