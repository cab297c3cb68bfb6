import { expect, test } from 'vitest';
import { house } from './markup';
import { textOf } from './offsets';

function filled(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const element = document.createElement('div');
  element.append(house(template.content));
  return element;
}

const bare = (element: HTMLElement) => [...element.childNodes].filter((node) => node instanceof Text).length;

test('text beside blocks has an element of its own, and no character is added', () => {
  const html = '前文<span class="k-heading">一、标题。</span>中间 <b>x</b> 后文';
  const element = filled(html);
  expect([bare(element), textOf(element)]).toEqual([0, '前文一、标题。中间 x 后文']);
});

test('text without blocks stays as it is', () => {
  const element = filled('只有文字 &lt;b&gt;');
  expect([bare(element), element.innerHTML]).toEqual([1, '只有文字 &lt;b&gt;']);
});
