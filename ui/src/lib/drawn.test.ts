import { afterEach, expect, test } from 'vitest';
import { drawnPage } from './drawn';

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

const page = (script: string) => {
  document.head.innerHTML = script;
  document.documentElement.setAttribute('data-theme', 'dark');
  document.documentElement.setAttribute('data-other', 'x');
  document.body.innerHTML = '<div id="app"><main><p>正文</p></main><dialog>d</dialog><div popover="auto">p</div><div class="messages">m</div></div>';
  return document.getElementById('app') as HTMLElement;
};

test('what passes is left out and the page itself stays as it is', () => {
  const app = page('<script type="module" src="/assets/main-1.js"></script>');
  const before = app.innerHTML;
  const drawn = drawnPage(app, 'a');
  expect(drawn).toMatchObject({ paper: 'a', script: '/assets/main-1.js', body: '<main><p>正文</p></main>' });
  expect(drawn?.root.find(([name]) => name === 'data-theme')).toEqual(['data-theme', 'dark']);
  expect(drawn?.root.some(([name]) => name === 'data-other')).toBe(false);
  expect(app.innerHTML).toBe(before);
});

test('a page that no build drew is not kept', () => {
  expect(drawnPage(page(''), 'a')).toBe(null);
});
