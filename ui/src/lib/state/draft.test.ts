import { expect, test, vi } from 'vitest';
import type { Cause } from '../ipc/generated/wire';
import { Draft, type Write } from './draft.svelte';

/** A draft over a shell of its own that holds one text. */
function begin(text: string) {
  const shell = { text, unsaved: null as Cause | null, calls: [] as [string, string][] };
  const write: Write = async (base, now) => {
    shell.calls.push([base, now]);
    shell.text = shell.text === base ? now : `${now}＋${shell.text}`;
    return { text: shell.text, unsaved: shell.unsaved };
  };
  return { shell, draft: new Draft(text, write) };
}

test('what is typed is kept in one write, from what was there', async () => {
  vi.useFakeTimers();
  const { shell, draft } = begin('旧');
  draft.type('旧一');
  draft.type('旧一二');
  expect(draft.saving.state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(300);
  expect([shell.calls, draft.saving.state, draft.clean]).toEqual([[['旧', '旧一二']], 'kept', true]);
  vi.useRealTimers();
});

test('nothing is written in the middle of a composition, and all of it after', async () => {
  vi.useFakeTimers();
  const { shell, draft } = begin('');
  draft.composition(true);
  draft.type('ni');
  await vi.advanceTimersByTimeAsync(5000);
  expect(shell.calls).toEqual([]);
  draft.type('你');
  draft.composition(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(shell.text).toBe('你');
  vi.useRealTimers();
});

test('what cannot be kept stays, says why, and is tried again', async () => {
  vi.useFakeTimers();
  let broken = true;
  const draft = new Draft('', async (_, text) => {
    if (broken) throw { code: 'notSaved', message: 'disk full' };
    return { text, unsaved: null };
  });
  draft.type('要紧的话');
  expect(await draft.flush()).toBe(false);
  expect([draft.text, draft.saving]).toEqual(['要紧的话', { state: 'failed', error: { code: 'notSaved', message: 'disk full' } }]);
  broken = false;
  await vi.advanceTimersByTimeAsync(2500);
  expect([draft.saving.state, draft.clean]).toEqual(['kept', true]);
  vi.useRealTimers();
});

test('a change that the shell holds in memory only counts as not kept', async () => {
  const { shell, draft } = begin('');
  shell.unsaved = { kind: 'full' };
  draft.type('字');
  expect(await draft.flush()).toBe(false);
  expect(draft.saving).toEqual({ state: 'failed', error: { code: 'notSaved', message: '', cause: { kind: 'full' } } });
});

test('what others wrote comes into a draft that nobody types in, and is merged into one that somebody does', async () => {
  const { shell, draft } = begin('甲');
  draft.changed('甲乙');
  expect(draft.text).toBe('甲乙');
  shell.text = '甲乙';
  draft.type('甲乙丙');
  shell.text = '别人';
  draft.changed('别人');
  expect(draft.text).toBe('甲乙丙');
  await draft.flush();
  expect(draft.text).toBe('甲乙丙＋别人');
});

test('a field is not filled anew under an input method', () => {
  const { draft } = begin('甲');
  draft.composition(true);
  draft.changed('乙');
  expect(draft.text).toBe('甲');
});
