// What a reader does with notes, by keyboard, over the client in memory.
import { afterEach, expect, test, vi } from 'vitest';
import type { Client } from '$lib/ipc/client';
import type { NoteView } from '$lib/ipc/generated/wire';
import type { App as State } from '$lib/state/app.svelte';
import { wholeFinding } from '$lib/state/marking.svelte';
import { close, data, open, press, settle } from './harness';

let app: State;
afterEach(close);

const cards = () => [...document.querySelectorAll<HTMLElement>('#notes [data-note]')];
const said = () => document.querySelector('[aria-live]')?.textContent ?? '';
const told = () => [...document.querySelectorAll('.message p')].map((line) => line.textContent).join('\n');
const field = () => document.querySelector<HTMLTextAreaElement>('#notes textarea');
const paper = data.papers[0];

async function type(text: string) {
  const area = field();
  if (!area) throw new Error('no field');
  area.value = text;
  area.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
}

/** A note that is placed as `more` says. */
const made = (id: string, more: Partial<NoteView>): NoteView => ({
  id, kind: 'note', color: 'blue', highlight: true, note: '旧话', html: '<p>旧话</p>', tags: [], bookmark: false, quote: ['潮汐门'], place: { section: 'method', finding: null, side: 'text' },
  state: { kind: 'exact' }, stretches: [], createdMs: 1, modifiedMs: 1, deleted: false, offered: false, ...more,
});

test('a whole finding is highlighted by a key, claim and quote in one mark, and taken back', async () => {
  app = await open();
  await press('j');
  await press('h');
  expect(app.notes.kept.map(({ stretches }) => stretches)).toEqual([wholeFinding(app.reader.findings[0] as never)]);
  expect(said()).toContain('已标注（黄色）');
  await press('z', { ctrlKey: true });
  expect([app.notes.kept.length, told()]).toEqual([0, expect.stringContaining('已撤销：新增批注')]);
  await press('z', { ctrlKey: true, shiftKey: true });
  expect(app.notes.kept.length).toBe(1);
});

test('the same key again takes a bare highlight off, and its card goes with it', async () => {
  app = await open();
  app.toggleNotes();
  await press('j');
  await press('h');
  expect(cards().length).toBe(1);
  await press('h');
  expect([cards().length, app.notes.trash.length]).toEqual([0, 1]);
});

test('a note is written, kept while it is typed, and read on its card', async () => {
  app = await open();
  await press('j');
  await press('a');
  expect(document.activeElement).toBe(field());
  await type('**平滑**的');
  await vi.waitFor(() => expect(app.notes.kept[0]?.note).toBe('**平滑**的'));
  await press('Escape', {}, field() as HTMLElement);
  expect(cards()[0]?.querySelector('strong')?.textContent).toBe('平滑');
  expect(document.activeElement).toBe(cards()[0]);
});

test('keys of the application are text in the field of a note', async () => {
  app = await open();
  const before = app.reader.paper?.id;
  await press('j');
  await press('a');
  for (const key of ['n', 's', 'h', '1', '、']) await press(key, {}, field() as HTMLElement);
  expect([app.reader.paper?.id, app.notes.kept.length, app.reader.paper?.starred]).toEqual([before, 1, false]);
});

test('words are chosen by the keyboard and highlighted in the colour of the digit', async () => {
  app = await open();
  await press('v');
  await press('ArrowRight', { shiftKey: true });
  await press('ArrowRight', { shiftKey: true });
  expect(app.marking.now?.stretches.map(({ span }) => [span.start, span.end])).toEqual([[0, 2]]);
  await press('3');
  expect(app.notes.kept.map(({ color, quote }) => [color, quote])).toEqual([['blue', [app.reader.paper && [...document.querySelectorAll<HTMLElement>('[data-passage]')][0]?.textContent?.slice(0, 2)]]]);
  expect([app.marking.cursor, app.marking.now]).toEqual([false, null]);
});

test('digits go to sections again once nothing is chosen', async () => {
  app = await open();
  await press('v');
  await press('ArrowRight', { shiftKey: true });
  await press('Escape');
  await press('Escape');
  await press('3');
  expect(app.notes.kept.length).toBe(0);
});

test('marks without a place are listed with their words and the reason, and the numbers add up', async () => {
  app = await open({
    notes: {
      [paper?.id ?? '']: [
        made('a', { stretches: [{ passage: 'method.0', span: { start: 0, end: 3 } }] }),
        made('b', { state: { kind: 'moved', score: 0.8 }, stretches: [{ passage: 'method.0', span: { start: 4, end: 7 } }] }),
        made('c', { state: { kind: 'ambiguous', places: [] } }),
        made('d', { state: { kind: 'lost', reason: 'wordsGone' } }),
      ],
    },
  });
  app.toggleNotes();
  await settle();
  expect(document.querySelector('#notes .counts')?.textContent).toBe('原位 1 + 移动 1 + 多处 1 + 丢失 1 = 4');
  const lost = document.querySelector('#notes .lost');
  expect(lost?.textContent).toContain('潮汐门');
  expect(lost?.textContent).toContain('这些字已被删去');
});

test('a lost mark is attached again to chosen words', async () => {
  app = await open({ notes: { [paper?.id ?? '']: [made('d', { state: { kind: 'lost', reason: 'notFound' } })] } });
  app.toggleNotes();
  app.notes.attaching = 'd';
  await press('v');
  await press('ArrowRight', { shiftKey: true });
  await press('Enter');
  expect(app.notes.kept.map(({ state, stretches }) => [state.kind, stretches.length])).toEqual([['exact', 1]]);
  expect(app.notes.attaching).toBeNull();
});

test('what cannot be saved is said with its cause, and stays', async () => {
  app = await open({}, (client) => ({
    ...client,
    annotate: async (...call: Parameters<Client['annotate']>) => {
      const change = await client.annotate(...call);
      return { ...change, status: { ...change.status, unsaved: { kind: 'full' as const } } };
    },
  }));
  app.toggleNotes();
  await press('j');
  await press('h');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('磁盘满了');
  expect(cards().length).toBe(1);
});

test('deleted notes are in the trash and come back from it with the same id', async () => {
  app = await open();
  app.toggleNotes();
  await press('j');
  await press('h');
  const id = app.notes.kept[0]?.id;
  await press('Delete', {}, cards()[0] as HTMLElement);
  expect(cards().length).toBe(0);
  // The list itself has no height here; the journeys look at it.
  const page = await app.client.allNotes({ colors: [], tags: [], kinds: [], text: '', paper: null, trash: true, sort: 'time' }, 0, 10);
  expect(page.rows.map((row) => row.id)).toEqual([id]);
  await app.notes.restore([id ?? '']);
  await vi.waitFor(() => expect(app.notes.kept.map((note) => note.id)).toEqual([id]));
});

test('tags are completed, renamed and merged', async () => {
  app = await open();
  await press('j');
  await press('t');
  const input = document.querySelector<HTMLInputElement>('#notes .tags input');
  expect(document.activeElement).toBe(input);
  for (const tag of ['idea', '待查']) {
    if (input) input.value = tag;
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    await press('Enter', {}, input as HTMLElement);
  }
  expect(app.notes.kept[0]?.tags).toEqual(['idea', '待查']);
  await app.client.renameTag('待查', 'idea');
  await vi.waitFor(() => expect(app.notes.kept[0]?.tags).toEqual(['idea']));
});

test('from the list of all notes one goes on to the tags, the trash and the notebook', async () => {
  app = await open();
  for (const to of ['tags', 'trash', 'notebook'] as const) {
    app.sheet = 'notes';
    await settle();
    const list = document.querySelector('dialog');
    app.sheet = to;
    await settle();
    // Webviews tell that a dialog was closed when it is gone already.
    list?.dispatchEvent(new Event('close'));
    expect(app.sheet).toBe(to);
    document.querySelector('dialog')?.dispatchEvent(new Event('close'));
    expect(app.sheet).toBeNull();
  }
});

test('a star is given by a key, narrows the list, and is taken back', async () => {
  app = await open();
  await press('s');
  app.library.narrow({ starred: true });
  await vi.waitFor(() => expect([app.library.totals.totalPapers, app.library.totals.starredPapers]).toEqual([1, 1]));
  await press('z', { ctrlKey: true });
  await vi.waitFor(() => expect([app.reader.paper?.starred, app.library.totals.starredPapers]).toEqual([false, 0]));
});

test('the window closes only after what is typed is kept', async () => {
  const answers: boolean[] = [];
  let emit: (() => void) | undefined;
  app = await open({}, (client) => ({
    ...client,
    answerClose: async (ready) => void answers.push(ready),
    onEvent: (listener) => {
      emit = () => listener({ kind: 'closeRequested' });
      return client.onEvent(listener);
    },
  }));
  await press('j');
  await press('a');
  const area = field();
  if (area) area.value = '最后一句';
  area?.dispatchEvent(new Event('input', { bubbles: true }));
  emit?.();
  await vi.waitFor(() => expect(answers).toEqual([true]));
  expect(app.notes.kept[0]?.note).toBe('最后一句');
});

test('the pane is narrowed by words as the shell knows them, and a late answer is dropped', async () => {
  app = await open({ settings: { showNotes: true }, notes: { [paper?.id ?? '']: [made('a', { note: '软件' }), made('b', { note: 'ＧＰＵ', tags: ['硬件'] })] } });
  const gates: ((found: string[]) => void)[] = [];
  const real = app.client.matchNotes;
  app.client.matchNotes = (id, text) => (text === '慢' ? new Promise((resolve) => gates.push(resolve)) : real(id, text));
  app.notes.narrow({ text: '慢' });
  app.notes.narrow({ text: 'gpu 硬件' });
  await settle();
  expect(app.notes.shown.map(({ id }) => id)).toEqual(['b']);
  gates[0]?.(['a']);
  await settle();
  expect(app.notes.shown.map(({ id }) => id)).toEqual(['b']);
  app.notes.widen();
  expect(app.notes.shown.map(({ id }) => id)).toEqual(['a', 'b']);
});
