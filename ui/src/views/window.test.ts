// The whole window over the client in memory: what a reader does with the keyboard, and what assistive technology sees.
import axe from 'axe-core';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import App from '../App.svelte';
import sample from '$lib/ipc/generated/sample.json';
import { memoryClient, type MemoryData, type MemoryOptions } from '$lib/ipc/memory';
import { App as State } from '$lib/state/app.svelte';

const data = sample as MemoryData;
let page: ReturnType<typeof mount> | undefined;
let app: State;

async function open(options: MemoryOptions = {}) {
  const client = memoryClient(data, options);
  app = new State(client, await client.start());
  page = mount(App, { target: document.body, props: { app } });
  await settle();
}

async function settle() {
  await new Promise((resolve) => setTimeout(resolve, 50));
  flushSync();
}

async function press(key: string, more: KeyboardEventInit & { keyCode?: number } = {}, target: EventTarget = document.body) {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  await settle();
}

const name = () => document.querySelector('main h1')?.textContent;

// The test's DOM has no top layer; what is shown in it is in the page all the same.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;

beforeEach(() => {
  document.body.innerHTML = '';
});
afterEach(async () => {
  if (page) await unmount(page);
});

test('the first paper is on screen with its claims beside their quotes', async () => {
  await open();
  expect(name()).toBe(data.papers[0]?.name);
  expect(document.querySelectorAll('.pair .claim').length).toBe(document.querySelectorAll('.pair .quote').length);
});

test('keys turn the papers, and turn nothing while an input method composes', async () => {
  await open();
  const first = name();
  await press('n', { isComposing: true });
  document.body.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  await press('n');
  document.body.dispatchEvent(new Event('compositionend', { bubbles: true }));
  await press('n');
  expect(name()).toBe(first);
  await press('n');
  expect(name()).not.toBe(first);
  await press('p');
  expect(name()).toBe(first);
});

test('a single key in a text field is text', async () => {
  await open();
  const first = name();
  const field = document.querySelector('#library-filter');
  if (field) await press('n', {}, field);
  expect(name()).toBe(first);
});

test('findings are walked and a missing side is said to be missing', async () => {
  await open();
  await press('j');
  await press('j');
  expect(document.querySelector('.pair.current')?.getAttribute('data-finding')).toBe('1');
  for (const paper of data.papers) {
    await app.open(paper.id);
    await settle();
    const missing = app.reader.findings.filter(({ claim, quote }) => claim === null || quote === null).length;
    expect([paper.name, document.querySelectorAll('.pair p.none').length]).toEqual([paper.name, missing]);
  }
});

test('doubts are walked from paper to paper, and the end says so', async () => {
  await open();
  const absent = data.papers.flatMap(({ name: paper, verdicts }) => Array.from({ length: verdicts.absent }, () => paper));
  const seen: (string | null | undefined)[] = [];
  for (let step = 0; step < absent.length; step += 1) {
    await press('d');
    expect(document.activeElement?.matches('.k-absent')).toBe(true);
    seen.push(name());
  }
  expect(seen).toEqual(absent);
  await press('d');
  expect(document.querySelector('.message')?.textContent).toContain('后面没有疑点了');
});

test('a focused quantity lights its evidence on the other side', async () => {
  await open();
  const mark = [...document.querySelectorAll<HTMLElement>('.claim .k-q')].find((one) => !one.classList.contains('k-absent'));
  mark?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  flushSync();
  expect(document.querySelectorAll('.claim .is-lit').length).toBe(1);
  expect(document.querySelectorAll('.quote .is-lit').length).toBeGreaterThan(0);
  app.evidence.clear();
  flushSync();
  expect(document.querySelectorAll('.is-lit').length).toBe(0);
});

test('the language changes everywhere at once', async () => {
  await open();
  expect(document.querySelector('#library')?.getAttribute('aria-label')).toBe('文库');
  app.preferences.change({ language: 'en' });
  flushSync();
  expect(document.querySelector('#library')?.getAttribute('aria-label')).toBe('Library');
  expect(document.documentElement.lang).toBe('en');
});

test('a name of the reader’s own is kept, and an empty one brings the inferred name back', async () => {
  await open();
  const inferred = name();
  await app.setName('我的名字');
  await settle();
  expect(name()).toBe('我的名字');
  await app.setName('  ');
  await settle();
  expect(name()).toBe(inferred);
});

test('an empty library says what to do', async () => {
  await open({ papers: 0 });
  expect(document.querySelector('main .empty button')?.textContent).toContain('添加文件夹');
});

const states: [string, () => unknown][] = [
  ['the reading view', () => undefined],
  ['the keys', () => (app.sheet = 'keys')],
  ['the verdicts', () => (app.sheet = 'verdicts')],
  ['the sources', () => (app.sheet = 'sources')],
  ['the settings', () => (app.settingsOpen = true)],
  ['find', () => (app.find.open = true)],
  ['renaming', () => (app.renaming = true)],
  ['a failure', () => app.fail({ code: 'internal', message: 'x' })],
];
test.each(states)('assistive technology can use %s', async (_, change) => {
  await open();
  change();
  await settle();
  // Contrast needs real rendering; `styles/contrast.test.ts` computes it from the colours.
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 120)])).toEqual([]);
});
