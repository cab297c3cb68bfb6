import { beforeEach, expect, test } from 'vitest';
import { copyOf, offsetOf, rangeOf, stretches, textOf } from './offsets';

// A passage as `reading` writes it: an emoji (two units), a formula, a hidden separator, marks, and a table with bars.
const emoji = '🌊';
const markup =
  `潮${emoji}汐 <span class="k-math" data-source="g_t=1" data-tex="g_{t}=1"><math><msub><mi>g</mi><mi>t</mi></msub><mo>=</mo><mn>1</mn></math></span>` +
  '，占 <span class="k-q k-exact" data-q="0">74.8%</span><span class="k-skip" data-source=" "></span>。' +
  '<div class="k-table-wrap"><table class="k-table"><tbody><tr><td>A</td><td><span class="k-skip" data-source=" | "></span>1.5</td></tr>' +
  '<tr><td><span class="k-skip" data-source=" "></span>B</td><td><span class="k-skip" data-source=" | "></span>2</td></tr></tbody></table></div>';
const text = `潮${emoji}汐 g_t=1，占 74.8% 。A | 1.5 B | 2`;

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  root.innerHTML = markup;
  document.body.replaceChildren(root);
});

const at = (part: string) => text.indexOf(part);

test('the markup stands for the whole text, formulas and separators included', () => {
  expect(textOf(root)).toBe(text);
});

test('stretches follow each other without gap', () => {
  const all = stretches(root);
  expect(all[0]?.start).toBe(0);
  all.slice(1).forEach((stretch, index) => expect(stretch.start).toBe(all[index]?.end));
  expect(all.at(-1)?.end).toBe(text.length);
});

test('every text position is found again at its own offset', () => {
  for (const stretch of stretches(root)) {
    if (!(stretch.node instanceof Text)) continue;
    for (let inside = 0; inside < stretch.node.data.length; inside += 1) {
      expect(offsetOf(root, stretch.node, inside)).toBe(stretch.start + inside);
    }
  }
});

const ranges: [string, number, number, string][] = [
  ['characters after an emoji', at('汐'), at('汐') + 1, '汐'],
  ['a mark', at('74.8%'), at('74.8%') + 5, '74.8%'],
  ['a cell of a table', at('1.5'), at('1.5') + 3, '1.5'],
  ['the last cell', text.length - 1, text.length, '2'],
];
test.each(ranges)('a range shows %s', (_, start, end, shown) => {
  expect(rangeOf(root, start, end)?.toString()).toBe(shown);
});

test('a range that touches a formula holds the whole formula', () => {
  const range = rangeOf(root, at('g_t') + 1, at('g_t') + 2);
  expect(range?.cloneContents().querySelector('math')?.textContent).toBe('gt=1');
});

test('empty ranges and ranges outside the text show nothing', () => {
  expect(rangeOf(root, 3, 3)).toBeNull();
  expect(rangeOf(root, text.length, text.length + 4)).toBeNull();
});

test('a position inside a formula counts as its start', () => {
  const inside = root.querySelector('mn')?.firstChild;
  expect(inside && offsetOf(root, inside, 1)).toBe(at('g_t'));
});

test('an element is found at its first character', () => {
  const mark = root.querySelector('.k-q');
  expect(mark && offsetOf(root, mark, 0)).toBe(at('74.8%'));
  const table = root.querySelector('.k-table-wrap');
  expect(table && offsetOf(root, table, 0)).toBe(at('A |'));
});

test('the end of the passage is its length', () => {
  expect(offsetOf(root, root, root.childNodes.length)).toBe(text.length);
});

const copies: [string, number, number, 'source' | 'tex', string][] = [
  ['all of it as its source', 0, text.length, 'source', text],
  ['a formula as TeX', at('g_t'), at('，占'), 'tex', '$g_{t}=1$'],
  ['a formula as its source', at('g_t'), at('，占'), 'source', 'g_t=1'],
  ['hidden separators between cells', at('A |'), text.length, 'tex', 'A | 1.5 B | 2'],
  ['half a word', at('74.8%') + 1, at('74.8%') + 3, 'source', '4.'],
];
test.each(copies)('copies %s', (_, start, end, formulas, copied) => {
  expect(copyOf(root, start, end, formulas)).toBe(copied);
});
