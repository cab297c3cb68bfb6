import { expect, test } from 'vitest';
import { copySelection } from './selection';

const page = document.createElement('div');
page.innerHTML =
  '<h2 data-copy>③  方法</h2><p class="verdict">3 / 3</p>' +
  '<div data-passage="a">第一段 <span data-source="x_t" data-tex="x_{t}"><math><mi>x</mi></math></span> 完</div>' +
  '<div data-passage="b">第二段<span data-source=" | "></span>尾</div>';
document.body.append(page);
const node = (selector: string) => page.querySelector(selector)?.firstChild as Node;

function check(from: [Node, number], to: [Node, number], copied: string | null, formulas: 'source' | 'tex' = 'source') {
  const selection = getSelection() as Selection;
  selection.setBaseAndExtent(...from, ...to);
  expect(copySelection(page, selection, formulas)).toBe(copied);
}

test('a selection inside one passage copies its characters', () => {
  check([node('[data-passage=a]'), 1], [node('[data-passage=a]'), 3], '一段');
});

test('a selection over passages leaves out what is not of the paper', () => {
  check([node('h2'), 0], [node('[data-passage=b]'), 2], '③ 方法\n\n第一段 x_t 完\n\n第二');
});

test('a separator that is not drawn is copied', () => {
  const last = page.querySelector('[data-passage=b]')?.lastChild as Node;
  check([node('[data-passage=b]'), 2], [last, 1], '段 | 尾');
});

test('a selection that ends inside a formula takes the whole of it', () => {
  check([node('[data-passage=a]'), 2], [page.querySelector('mi')?.firstChild as Node, 1], '段 $x_{t}$', 'tex');
});

test('a selection without a passage is left to the browser', () => {
  check([node('.verdict'), 0], [node('.verdict'), 3], null);
});
