// The search field over the client in memory: by keyboard alone, while composing, for assistive technology.
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchView } from '$lib/ipc/generated/wire';
import type { App as State } from '$lib/state/app.svelte';
import { nameIn } from '$lib/state/search.svelte';
import { close, open, press, settle } from './harness';

let app: State;

const field = () => document.querySelector<HTMLInputElement>('#search-field') as HTMLInputElement;

async function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
}

beforeEach(async () => {
  app = await open();
});
afterEach(close);

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

test('the key that ends a composition belongs to the input method, in either order', async () => {
  await press('k', { ctrlKey: true });
  await type('潮');
  const keys = [{ key: 'Enter' }, { key: 'Escape' }, { key: 'ArrowDown' }];
  for (const { key } of keys) {
    // The key first, as one that is composing.
    field().dispatchEvent(new Event('compositionstart', { bubbles: true }));
    await press(key, { isComposing: true, keyCode: 229 }, field());
    field().dispatchEvent(new Event('compositionend', { bubbles: true }));
    // And the other way round: a key that looks like any other comes at once behind the end.
    field().dispatchEvent(new Event('compositionstart', { bubbles: true }));
    const end = new Event('compositionend', { bubbles: true });
    field().dispatchEvent(end);
    const late = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    // However long the test takes for it.
    Object.defineProperty(late, 'timeStamp', { value: end.timeStamp + 1 });
    field().dispatchEvent(late);
    await settle();
    expect([app.search.open, app.search.current, late.defaultPrevented], key).toEqual([true, 0, key === 'Escape']);
  }
  await press('ArrowDown', {}, field());
  expect(app.search.current).toBe(1);
});

test('candidates are chosen with keys that the list knows too, and the field is not written to meanwhile', async () => {
  await press('k', { ctrlKey: true });
  await type('潮');
  field().dispatchEvent(new Event('compositionstart', { bubbles: true }));
  field().value = '潮qi';
  field().dispatchEvent(new Event('input', { bubbles: true }));
  for (const key of ['ArrowDown', 'ArrowUp', 'Escape', 'Tab', ' ', '2']) await press(key, { isComposing: true }, field());
  app.search.renew();
  await settle();
  expect([field().value, app.search.query, app.search.current, app.search.open]).toEqual(['潮qi', '潮', 0, true]);
});

test('what counts as the same is chosen in the field, asked before the words, and holds in the paper too', async () => {
  const asked: string[] = [];
  const real = app.client.search;
  app.client.search = (text, papers) => (asked.push(text), real(text, papers));
  const inPaper: string[] = [];
  const find = app.client.findInPaper;
  app.client.findInPaper = (id, text) => (inPaper.push(text), find(id, text));
  await press('k', { ctrlKey: true });
  await type('"潮');
  for (const button of document.querySelectorAll<HTMLElement>('dialog .match button')) button.click();
  await settle();
  expect(asked).toEqual(['"潮', 'match:word "潮', 'match:word match:script "潮']);
  await app.find.ask('潮');
  expect(inPaper).toEqual(['match:word match:script 潮']);
  await type('zzqx');
  document.querySelector<HTMLElement>('.none button')?.click();
  await settle();
  expect(asked.at(-1)).toBe('zzqx');
});

test('the list begins short, and goes on as the reader comes to its end', async () => {
  const real = app.client.search;
  const asked: number[] = [];
  const found = 60;
  // One paper sixty times.
  app.client.search = async (text, papers) => {
    asked.push(papers);
    const answer = (await real(text, 1)) as SearchView;
    const [group] = answer.groups;
    const groups = group ? Array.from({ length: Math.min(papers, found) }, () => ({ ...group, hits: group.hits.slice(0, 1) })) : [];
    return { ...answer, papers: found, groups };
  };
  const hits = () => app.search.items.filter(({ kind }) => kind === 'hit').length;
  await press('k', { ctrlKey: true });
  await type('潮');
  expect([hits(), asked]).toEqual([12, [12]]);
  app.search.step(1);
  await settle();
  expect(asked).toEqual([12]);
  // By the keys.
  const at = app.search.items.length - 1;
  while (app.search.current < at) app.search.step(1);
  await settle();
  expect([hits(), app.search.current, asked]).toEqual([36, at, [12, 36]]);
  // By the pointer.
  document.querySelector('dialog .list')?.dispatchEvent(new Event('scroll'));
  await settle();
  expect([hits(), asked]).toEqual([60, [12, 36, 108]]);
  document.querySelector('dialog .list')?.dispatchEvent(new Event('scroll'));
  await settle();
  expect(asked).toHaveLength(3);
  // Another question begins short again.
  await type('潮汐');
  expect(asked.at(-1)).toBe(12);
});

test('an answer that is not complete says so, can be stopped and completes itself', async () => {
  const state = { state: 'running', done: 43, total: 100 } as const;
  const real = app.client.search;
  let indexing: SearchView['indexing'] = state;
  app.client.search = async (text, papers) => ({ ...((await real(text, papers)) as SearchView), indexing, notLookedAt: indexing.state === 'running' ? 12 : 0 });
  const acts: string[] = [];
  app.client.pauseIndexing = async () => void acts.push('stop');
  app.client.resumeIndexing = async () => void acts.push('go on');
  const said = () => document.querySelector('.foot .state')?.textContent ?? '';
  await press('k', { ctrlKey: true });
  await type('潮');
  expect(said()).toContain('43');
  expect(document.querySelector('.hint')?.textContent).toContain('12');
  document.querySelector<HTMLElement>('.foot button')?.click();
  indexing = { ...state, state: 'stopped' };
  app.follow({ kind: 'indexChanged', indexing });
  await settle();
  expect(said()).toContain('43');
  document.querySelector<HTMLElement>('.foot button')?.click();
  expect(acts).toEqual(['stop', 'go on']);
  expect(document.activeElement).toBe(field());
  indexing = { state: 'complete' };
  app.follow({ kind: 'indexChanged', indexing });
  await settle();
  expect(said()).not.toContain('43');
  expect(document.querySelector('.foot button')).toBeNull();
});

test('names of the text are walked by a key, say in how many papers they stand, and Enter opens their page', async () => {
  const asked: string[] = [];
  const real = app.client.paperNames;
  app.client.paperNames = (id) => (asked.push(id), real(id));
  expect(asked).toEqual([]);
  await press('w');
  const first = app.names.now;
  expect(document.querySelector('[popover][role="status"] b')?.textContent).toBe(first?.name);
  expect(app.names.count).toEqual({ papers: expect.any(Number) as number, complete: true });
  await press('w');
  expect(app.names.now).not.toBe(first);
  await press('w', { shiftKey: true });
  expect(app.names.now).toBe(first);
  expect(asked).toEqual([app.reader.paper?.id]);
  await press('Enter');
  expect([app.sheet, app.search.name]).toEqual(['name', first?.name]);
  app.sheet = null;
  await settle();
  await press('Escape');
  expect(app.names.now).toBeNull();
});

test('a late answer to an earlier question is dropped', async () => {
  const gates: ((answer: SearchView | null) => void)[] = [];
  const real = app.client.search;
  app.client.search = () => new Promise((resolve) => gates.push(resolve));
  const early = app.search.ask('的');
  const late = app.search.ask('潮');
  gates[1]?.(await real('潮', 12));
  await late;
  const shown = app.search.answer;
  gates[0]?.(await real('的', 12));
  await early;
  expect(app.search.answer).toBe(shown);
});

test('changes that come faster than answers do not keep the answer away, and one more question brings it up with them', async () => {
  await press('k', { ctrlKey: true });
  const gates: (() => void)[] = [];
  const real = app.client.search;
  app.client.search = (text, papers) => new Promise((resolve) => gates.push(() => void real(text, papers).then(resolve)));
  void app.search.ask('潮');
  await settle();
  for (let nth = 0; nth < 5; nth += 1) app.follow({ kind: 'indexChanged', indexing: { state: 'running', done: nth, total: 9 } });
  expect(gates.length).toBe(1);
  gates[0]?.();
  await settle();
  expect([app.search.answer?.total, gates.length]).toEqual([(await real('潮', 12))?.total, 2]);
  gates[1]?.();
  await settle();
  expect(gates.length).toBe(2);
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
