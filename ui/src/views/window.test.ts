// The whole window over the client in memory: what a reader does with the keyboard, and what assistive technology sees.
import axe from 'axe-core';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { NoteView } from '$lib/ipc/generated/wire';
import type { MemoryOptions } from '$lib/ipc/memory';
import { doubtsOf } from '$lib/state/doubts';
import type { App as State } from '$lib/state/app.svelte';
import { close, data, open as openWindow, press, settle } from './harness';

let app: State;

async function open(options: MemoryOptions = {}) {
  app = await openWindow(options);
}

const name = () => document.querySelector('main h1')?.textContent;

afterEach(async () => {
  await close();
  vi.unstubAllGlobals();
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

test('the next paper is made ready apart from the page, and its passages are not taken for those of the open one', async () => {
  await open();
  await vi.waitFor(async () => {
    await settle();
    expect((app.reader as unknown as { prepared: { paper: { id: string } } | null }).prepared?.paper.id).toBe(app.reader.neighbours.next);
  });
  // Both papers have passages of the same names.
  const here = app.reader.element('positioning.0');
  expect(here?.isConnected).toBe(true);
  expect(document.querySelectorAll('main [data-passage="positioning.0"]')).toHaveLength(1);
  const { next } = app.reader.neighbours;
  await press('n');
  expect([app.reader.paper?.id, document.querySelectorAll('main article').length]).toEqual([next, 1]);
  const now = document.querySelector<HTMLElement>('main [data-passage]');
  expect([app.reader.element(now?.dataset.passage ?? ''), here?.isConnected]).toEqual([now, false]);
  // What the reader changes of it meanwhile is not shown as it was before.
  const ready = () => (app.reader as unknown as { prepared: object | null }).prepared;
  await vi.waitFor(async () => {
    await settle();
    expect(ready()).not.toBeNull();
  });
  app.reader.forgetAhead();
  const stale = ready();
  await press('n');
  expect(app.reader.leaf).not.toBe(stale);
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
    expect(document.activeElement?.matches('.k-q[data-doubt="open"]')).toBe(true);
    seen.push(name());
  }
  expect(seen).toEqual(absent);
  await press('d');
  expect(document.querySelector('.message')?.textContent).toContain('后面没有疑点了');
});

/** The paper that has a doubt, and the doubt's mark with the focus. */
async function atDoubt(): Promise<HTMLElement> {
  await open();
  await press('d');
  return document.activeElement as HTMLElement;
}

const button = (text: string) => [...document.querySelectorAll<HTMLElement>('.doubt button')].find((one) => one.textContent?.includes(text));

test('a doubt is settled by keyboard, shown at the number and in the line, and undone by choosing again', async () => {
  const mark = await atDoubt();
  const line = () => mark.closest('.pair')?.querySelector('.verdict')?.textContent ?? '';
  const open = () => document.querySelector('header.head .open')?.textContent ?? '';
  expect([mark.dataset.doubt, open()]).toEqual(['open', '?2 个疑点未核对']);
  await press('Enter', {}, mark);
  expect(document.activeElement).toBe(button('正确'));
  button('有误')?.click();
  await settle();
  expect(mark.dataset.doubt).toBe('wrong');
  expect(mark.dataset.found).toContain('有误');
  expect(line()).toContain('已核对：有误');
  expect(open()).toBe('?1 个疑点未核对');
  expect(document.querySelector('[aria-live]')?.textContent).toContain('已核对：有误');
  button('有误')?.click();
  await settle();
  expect([mark.dataset.doubt, line().includes('已核对'), open()]).toEqual(['open', false, '?2 个疑点未核对']);
});

test('the word why is kept, but not while an input method composes', async () => {
  const mark = await atDoubt();
  await press('Enter', {}, mark);
  button('正确')?.click();
  await settle();
  const field = document.querySelector<HTMLInputElement>('.doubt input');
  if (!field) throw new Error('no field');
  field.value = '见表 3';
  field.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  await press('Enter', {}, field);
  expect(mark.closest('.pair')?.querySelector('.verdict')?.textContent).not.toContain('见表');
  field.dispatchEvent(new Event('compositionend', { bubbles: true }));
  // A key this soon would be the input method's.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await press('Enter', {}, field);
  expect(mark.closest('.pair')?.querySelector('.verdict')?.textContent).toContain('已核对：正确（见表 3）');
  expect(document.activeElement).toBe(mark);
});

test('a settled doubt is passed over by the walk', async () => {
  const first = await atDoubt();
  await app.settle(first ? (app.evidence.lit?.quantity.doubt?.key ?? '') : '', { finding: 'unclear', word: '' });
  await settle();
  await press('d');
  const second = document.activeElement;
  expect(second).not.toBe(first);
  await press('d', { shiftKey: true });
  expect(document.activeElement).not.toBe(first);
});

test('the list of all doubts goes to the one that is chosen', async () => {
  // The test's DOM has no layout to observe.
  vi.stubGlobal('IntersectionObserver', undefined);
  await open();
  await press('l');
  const items = [...document.querySelectorAll<HTMLElement>('dialog .list button')];
  expect(items.length).toBe(data.papers.flatMap(doubtsOf).length);
  items.at(-1)?.click();
  await settle();
  const last = data.papers.filter((paper) => doubtsOf(paper).length > 0).at(-1);
  expect([document.querySelector('dialog'), name()]).toEqual([null, last?.name]);
  expect(document.activeElement?.matches('.k-q[data-doubt]')).toBe(true);
});

test('a topic narrows the list from its menu', async () => {
  await open();
  document.querySelector<HTMLElement>('.topic button')?.click();
  await settle();
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  items[1]?.click();
  await settle();
  expect(app.library.filter.topic).toBe(items[1]?.textContent?.trim());
  expect(document.querySelector('.topic button')?.textContent?.trim()).toBe(app.library.filter.topic);
});

test('a focused quantity lights its evidence on the other side', async () => {
  await open();
  app.reader.mountAll();
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
  ['all doubts', () => (app.sheet = 'doubts')],
  ['the card of a doubt', () => press('d')],
  ['the topics', () => document.querySelector<HTMLElement>('.topic button')?.click()],
  ['find', () => (app.find.open = true)],
  ['renaming', () => (app.renaming = true)],
  ['the notes', () => app.toggleNotes()],
  ['the editor of a note', () => press('j').then(() => press('a'))],
  ['all notes', () => (app.sheet = 'notes')],
  ['the trash', () => (app.sheet = 'trash')],
  ['the tags', () => (app.sheet = 'tags')],
  ['the notebook', () => (app.sheet = 'notebook')],
  ['a window that must not close yet', () => (app.sheet = 'closing')],
  ['the cursor in the text', () => press('v').then(() => press('ArrowRight', { shiftKey: true }))],
  ['a failure', () => app.fail({ code: 'internal', message: 'x' })],
];
test.each(states)('assistive technology can use %s', async (_, change) => {
  await open();
  await change();
  await settle();
  // Contrast needs real rendering; `styles/contrast.test.ts` computes it from the colours.
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 120)])).toEqual([]);
});

test('a paper whose file is away says so with its notes and their words, leads back, and is shown again by itself', async () => {
  const [one, other] = data.papers as [(typeof data.papers)[number], (typeof data.papers)[number]];
  const note: NoteView = {
    id: 'n', kind: 'note', color: 'blue', highlight: true, note: '旧话', html: '<p>旧话</p>', tags: ['门'], bookmark: false, quote: ['潮汐门'],
    place: { section: 'method', finding: null, side: 'text' }, state: { kind: 'exact' }, stretches: [], createdMs: 1, modifiedMs: 1, deleted: false, offered: false,
  };
  let away = true;
  app = await openWindow({ notes: { [other.id]: [note] } }, (client) => ({
    ...client,
    openPaper: (id) => (away && id === other.id ? Promise.reject({ code: 'fileUnreadable', message: 'cannot read days/a.txt' }) : client.openPaper(id)),
  }));
  const main = () => document.querySelector('main')?.textContent ?? '';
  await app.open(other.id);
  await settle();
  for (const words of [other.name, '文件现在无法读取', '把文件放回原处', 'days/a.txt', '1 条批注', '潮汐门', '旧话', '#门']) expect(main()).toContain(words);
  expect([app.reader.paper, app.messages, document.querySelector('#library [aria-current="true"]')?.textContent]).toEqual([null, [], expect.stringContaining(other.name)]);
  await press('ArrowLeft', { altKey: true });
  expect(app.reader.paper?.id).toBe(one.id);
  await app.open(other.id);
  away = false;
  app.follow({ kind: 'paperChanged', id: other.id });
  await settle();
  expect([app.reader.paper?.id, main().includes('days/a.txt')]).toEqual([other.id, false]);
});
