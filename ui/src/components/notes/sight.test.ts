import { expect, test } from 'vitest';
import type { NoteView } from '$lib/ipc/generated/wire';
import { kept, margins, SIGN_PX, type Sign } from './sight';

const note = (id: string) => ({ id }) as unknown as NoteView;
const sign = (top: number, left: number, ...notes: NoteView[]): Sign => ({ top, left, notes });

test('signs of a margin stand at their heights one under the other, in whatever order they come', () => {
  const found = margins([sign(40, 700), sign(300, 4), sign(10, 4), sign(22, 4)]);
  expect(found.map(({ left }) => left)).toEqual([4, 700]);
  for (const { signs, gaps } of found) {
    let end = 0;
    signs.forEach(({ top }, at) => {
      expect(end + (gaps[at] ?? 0)).toBe(top);
      end = top + SIGN_PX;
    });
  }
  expect(found[0]?.signs.map(({ top }) => top)).toEqual([10, 22, 300]);
  expect(margins([])).toEqual([]);
});

test('a sign that is as it was is the one that was', () => {
  const [a, b, c] = [note('a'), note('b'), note('c')];
  const before = [sign(10, 4, a), sign(30, 4, b), sign(50, 4, c)];
  const now = kept([sign(10, 4, a), sign(31, 4, b), sign(50, 4, c, b)], before);
  expect([now[0] === before[0], now[1] === before[1], now[2] === before[2]]).toEqual([true, false, false]);
  expect(kept([sign(10, 4, note('a'))], before)[0]).not.toBe(before[0]);
});
