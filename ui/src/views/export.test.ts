// Exporting by keyboard, over the client in memory.
import { afterEach, expect, test, vi } from 'vitest';
import type { Client } from '$lib/ipc/client';
import type { ExportAsk, ExportReport } from '$lib/ipc/generated/wire';
import type { App as State } from '$lib/state/app.svelte';
import { close, open, press, settle } from './harness';

let app: State;
afterEach(close);

const dialog = () => document.querySelector<HTMLElement>('dialog');
const button = (words: string) => [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent.includes(words));
const wait = () => new Promise((resolve) => setTimeout(resolve, 320)).then(settle);

async function marked(change?: (client: Client) => Client) {
  app = await open({}, change);
  await press('j');
  await press('h');
  await press('e');
  await wait();
}

test('the sheet shows what the paper becomes, and exporting says what was written', async () => {
  await marked();
  expect(dialog()?.querySelector('.name')?.textContent).toMatch(/\.md$/);
  expect(dialog()?.querySelector('blockquote')).not.toBeNull();
  dialog()?.querySelector<HTMLButtonElement>('.main')?.click();
  await wait();
  expect(dialog()?.querySelector('h3.created')?.textContent).toContain('新建');
  dialog()?.querySelector<HTMLButtonElement>('.main')?.click();
  await wait();
  expect(dialog()?.querySelector('.sum')?.textContent).toContain('1 个文件都不需要改动');
});

test('a dry run shows the difference and writes nothing', async () => {
  await marked();
  button('先看会改什么')?.click();
  await wait();
  expect(dialog()?.querySelector('.sum')?.textContent).toContain('什么都没有写入');
  expect(dialog()?.querySelectorAll('pre .new').length).toBeGreaterThan(0);
  button('先看会改什么')?.click();
  await wait();
  expect(dialog()?.querySelector('h3.created')).not.toBeNull();
});

test('choices are kept by the shell, and the preview follows them', async () => {
  const ways = vi.fn(() => Promise.resolve());
  await marked((client) => ({ ...client, setExportWays: ways }));
  const pattern = dialog()?.querySelector<HTMLInputElement>('input[type=text]');
  if (!pattern) throw new Error('no field');
  pattern.value = 'mine {name}';
  pattern.dispatchEvent(new Event('change', { bubbles: true }));
  await wait();
  expect(ways).toHaveBeenCalledWith(expect.objectContaining({ pattern: 'mine {name}' }));
  expect(dialog()?.querySelector('.name')?.textContent).toMatch(/^mine /);
});

test('one file a day takes the day along and has names of its own', async () => {
  const run = vi.fn((_: ExportAsk) => Promise.resolve({ files: [], unchanged: 0, troubles: [], backup: false, others: [], cancelled: false, dry: false }));
  await marked((client) => ({ ...client, runExport: run }));
  expect(dialog()?.textContent).toContain('这篇论文');
  const radios = [...(dialog()?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  radios.find((radio) => radio.parentElement?.textContent.includes('一天一个文件'))?.click();
  await wait();
  expect(dialog()?.textContent).not.toContain('这篇论文');
  expect(dialog()?.querySelector<HTMLInputElement>('input[type=text]')?.value).toBe('{name}');
  dialog()?.querySelector<HTMLButtonElement>('.main')?.click();
  await wait();
  expect(run.mock.calls[0]?.[0]).toMatchObject({ scope: { kind: 'day' }, ways: { byDay: true } });
});

test('chosen notes are exported, and the choice ends with the sheet', async () => {
  const run = vi.fn((_: ExportAsk) => Promise.resolve({ files: [], unchanged: 0, troubles: [], backup: false, others: [], cancelled: false, dry: false }));
  await marked((client) => ({ ...client, runExport: run }));
  expect(dialog()?.textContent).not.toContain('选中');
  app.sheet = null;
  await settle();
  const paper = app.reader.paper?.id ?? '';
  app.chosenNotes = [{ id: 'one', paper }, { id: 'two', paper }];
  app.sheet = 'export';
  await wait();
  expect(dialog()?.textContent).toContain('选中的 2 条');
  dialog()?.querySelector<HTMLButtonElement>('.main')?.click();
  await wait();
  expect(run.mock.calls[0]?.[0]).toMatchObject({ scope: { kind: 'papers', papers: [paper, paper] }, filter: { notes: ['one', 'two'] } });
  app.sheet = null;
  await settle();
  await press('e');
  await wait();
  expect(dialog()?.textContent).not.toContain('选中');
});

test('a sheet that goes does not close the one that comes', async () => {
  await marked();
  app.sheet = 'notes';
  await settle();
  const old = dialog();
  button('导出')?.click();
  await settle();
  // Browsers tell of the closing later.
  old?.dispatchEvent(new Event('close'));
  await settle();
  expect([app.sheet, dialog() === old]).toEqual(['export', false]);
});

test('conflicts, failures and twins are named', async () => {
  const file = { path: 'a.md', renamedFrom: 'b.md', cause: null, notes: 2, conflicts: 1, returned: 1, twins: ['c.md'], diff: [] };
  const report: ExportReport = {
    files: [{ ...file, outcome: 'conflict' }, { ...file, path: 'd.md', outcome: 'failed', cause: 'the disk is full; free some space' }],
    unchanged: 3, troubles: ['a trouble'], backup: true, others: ['e.md'], cancelled: true, dry: false,
  };
  await marked((client) => ({ ...client, runExport: () => Promise.resolve(report) }));
  dialog()?.querySelector<HTMLButtonElement>('.main')?.click();
  await wait();
  const text = dialog()?.querySelector('.report')?.textContent ?? '';
  for (const words of ['冲突', '失败', '原名：b.md', '1 处两边都改过', 'c.md', 'the disk is full', 'a trouble', 'e.md', '都留了副本', '已停止', '未变 3']) expect(text).toContain(words);
});

test('a template that is faulty is said where the preview would be', async () => {
  const error = { code: 'templateFaulty', message: 'mine.md:2:7: unknown variable' };
  await marked((client) => ({ ...client, exportPreview: () => Promise.reject(error) }));
  expect(dialog()?.querySelector('[role=alert]')?.textContent).toContain('mine.md:2:7');
});

test('an address from outside opens its paper and goes to its finding', async () => {
  app = await open();
  const other = app.library.rows.flatMap((row) => (row?.kind === 'paper' && row.id !== app.reader.paper?.id ? [row.id] : []))[0] ?? '';
  app.follow({ kind: 'linkFollowed', paper: other, target: { kind: 'paper' } });
  await wait();
  expect(app.reader.paper?.id).toBe(other);
  app.follow({ kind: 'noticed', notice: { kind: 'linkGone', what: 'paper' } });
  await settle();
  expect(document.querySelector('.message')?.textContent).toContain('已不在文库里');
});

test('a finding is copied with its quote', async () => {
  const copyText = vi.fn(() => Promise.resolve());
  app = await open({}, (client) => ({ ...client, copyText }));
  await press('j');
  await press('c');
  const [finding] = app.reader.findings;
  expect(copyText).toHaveBeenLastCalledWith(expect.stringContaining(`${finding?.claim?.text}\n\n> ${finding?.quote?.text}\n\n[`));
  await press('C', { shiftKey: true });
  expect(copyText).toHaveBeenLastCalledWith(expect.stringMatching(/^kaozheng:\/\/paper\/[^ ]+$/));
});
