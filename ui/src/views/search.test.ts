// The search field over the client in memory: by keyboard alone, while composing, for assistive technology.
import axe from 'axe-core';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import App from '../App.svelte';
import sample from '$lib/ipc/generated/sample.json';
import type { SearchView } from '$lib/ipc/generated/wire';
import { memoryClient, type MemoryData } from '$lib/ipc/memory';
import { App as State } from '$lib/state/app.svelte';
import { nameIn } from '$lib/state/search.svelte';

const data = sample as MemoryData;
let page: ReturnType<typeof mount> | undefined;
let app: State;

HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;

async function settle() {
  await new Promise((resolve) => setTimeout(resolve, 30));
  flushSync();
}

async function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  await settle();
}

const field = () => document.querySelector<HTMLInputElement>('#search-field') as HTMLInputElement;

async function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
}

beforeEach(async () => {
  document.body.innerHTML = '';
  const client = memoryClient(data);
  app = new State(client, await client.start());
  page = mount(App, { target: document.body, props: { app } });
  await settle();
});
afterEach(async () => {
  if (page) await unmount(page);
});

test('a passage is found, opened at its place with the words lit, and the way back leads back', async () => {
  const first = app.reader.paper?.id;
  await press('k', { ctrlKey: true });
  await type('GapKnot in:quotes');
  expect(document.querySelector('.item[aria-selected="true"]')?.textContent).toContain('GapKnot');
  const hit = app.search.items.findIndex(({ kind }) => kind === 'hit');
  for (let at = app.search.current; at < hit; at += 1) await press('ArrowDown', {}, field());
  await press('Enter', {}, field());
  expect(document.querySelector('#search-field')).toBeNull();
  expect(app.reader.paper?.name).toBe('GapKnot');
  const now = app.find.hits[app.find.current];
  const text = document.querySelector(`[data-passage="${now?.passage}"]`)?.textContent;
  expect(text?.slice(now?.start, now?.end)).toBe('GapKnot');
  expect(app.search.recent).toEqual(['GapKnot in:quotes']);
  await app.reader.back();
  expect(app.reader.paper?.id).toBe(first);
});

test('keys of an input method stay with it, and what is half composed is not asked', async () => {
  await press('k', { ctrlKey: true });
  await type('潮');
  const asked = app.search.query;
  field().dispatchEvent(new Event('compositionstart', { bubbles: true }));
  await type('潮chao');
  await press('ArrowDown', { isComposing: true }, field());
  await press('Enter', { isComposing: true }, field());
  expect([app.search.query, app.search.current, app.search.open]).toEqual([asked, 0, true]);
  field().value = '潮汐';
  field().dispatchEvent(new Event('compositionend', { bubbles: true }));
  await settle();
  expect(app.search.query).toBe('潮汐');
});

test('a late answer to an earlier question is dropped', async () => {
  const gates: ((answer: SearchView | null) => void)[] = [];
  const real = app.client.search;
  app.client.search = () => new Promise((resolve) => gates.push(resolve));
  const early = app.search.ask('的');
  const late = app.search.ask('潮');
  gates[1]?.(await real('潮'));
  await late;
  const shown = app.search.answer;
  gates[0]?.(await real('的'));
  await early;
  expect(app.search.answer).toBe(shown);
});

test('a command is found by its words, a saved search comes back, a hint is said', async () => {
  await press('k', { ctrlKey: true });
  await type('> ');
  expect(app.search.items.every(({ kind }) => kind === 'command')).toBe(true);
  await type('"GapKnot');
  expect(document.querySelector('.hint')?.textContent).not.toBe('');
  await press('s', { ctrlKey: true }, field());
  await type('');
  expect(app.search.items).toEqual([{ kind: 'query', query: '"GapKnot', saved: true }]);
  await press('Delete', {}, field());
  expect(app.search.items).toEqual([]);
});

test('a name has a page with its numbers, each leading to its evidence', async () => {
  app.search.name = 'GapKnot';
  app.sheet = 'name';
  await settle();
  const number = [...document.querySelectorAll<HTMLElement>('dialog li.exact button')][0];
  expect(number?.textContent).toContain('←');
  number?.click();
  await settle();
  expect(app.reader.paper?.name).toBe('GapKnot');
  expect(app.find.hits.length).toBeGreaterThan(0);
});

test.each([['GPT-5.6 Sol', 'GPT-5.6 Sol'], ['"SWE-bench Pro"', 'SWE-bench Pro'], ['潮汐', null], ['a -b', null], ['x OR y', null], ['in:claims a', null]])('the name in %s', (query, name) => {
  expect(nameIn(query)).toBe(name);
});

test.each([
  ['empty', () => Promise.resolve()],
  ['full', () => type('GapKnot')],
  ['without hits', () => type('这里没有的话')],
  ['the page of a name', async () => {
    app.search.close();
    app.search.name = 'GapKnot';
    app.sheet = 'name';
    await settle();
  }],
])('assistive technology can use it: %s', async (_, change) => {
  await press('k', { ctrlKey: true });
  await change();
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 140)])).toEqual([]);
});
