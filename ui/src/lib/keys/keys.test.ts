import { expect, test } from 'vitest';
import { CompositionGuard, isTextField } from './guard';
import { bindingFor, bindings } from './table';

type Pressed = Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>>;
const press = (key: string, held: Pressed = {}) =>
  bindingFor({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })?.action;

const cases: [string, string, Pressed, string | undefined][] = [
  ['a letter', 'n', {}, 'nextPaper'],
  ['a letter in capitals by Caps Lock', 'N', {}, 'nextPaper'],
  ['a letter with Shift is another key', 'N', { shiftKey: true }, undefined],
  ['Shift where it counts', 'D', { shiftKey: true }, 'previousDoubt'],
  ['a sign that needs Shift on some keyboards', '?', { shiftKey: true }, 'keys'],
  ['the same sign without Shift', '?', {}, 'keys'],
  ['a digit', '4', {}, 'section'],
  ['Ctrl with a letter', 'f', { ctrlKey: true }, 'find'],
  ['Command with a letter', 'f', { metaKey: true }, 'find'],
  ['a letter with Ctrl that no binding has', 'n', { ctrlKey: true }, undefined],
  ['a letter with Alt', 'n', { altKey: true }, undefined],
  ['an arrow with Alt', 'ArrowLeft', { altKey: true }, 'back'],
  ['an arrow alone scrolls', 'ArrowDown', {}, undefined],
  ['Chinese punctuation is no key', '、', {}, undefined],
];
test.each(cases)('%s', (_, key, held, action) => {
  expect(press(key, held)).toBe(action);
});

test('no two bindings share a stroke', () => {
  const strokes = bindings.flatMap((binding) => binding.strokes.map((stroke) => JSON.stringify([stroke.key, !!stroke.ctrl, !!stroke.alt, !!stroke.shift])));
  expect(strokes.filter((stroke, index) => strokes.indexOf(stroke) !== index)).toEqual([]);
});

const key = (name: string, timeStamp: number, more: Partial<KeyboardEvent> = {}) =>
  ({ key: name, timeStamp, isComposing: false, keyCode: 0, ...more }) as KeyboardEvent;

test('keys between the start and the end of a composition belong to the input method', () => {
  const guard = new CompositionGuard();
  guard.started();
  expect(guard.owns(key('n', 10))).toBe(true);
  guard.ended(20);
  expect(guard.owns(key('n', 400))).toBe(false);
});

test('the key that ends a composition belongs to it when the end comes first', () => {
  const guard = new CompositionGuard();
  guard.started();
  guard.ended(100);
  expect(guard.owns(key('Enter', 101))).toBe(true);
  expect(guard.owns(key('n', 102))).toBe(false);
});

test('the key that ends a composition belongs to it when the key comes first', () => {
  const guard = new CompositionGuard();
  guard.started();
  expect(guard.owns(key('Enter', 100, { isComposing: true, keyCode: 229 }))).toBe(true);
  guard.ended(101);
});

test('a key that the input method still processes is not ours', () => {
  for (const more of [{ keyCode: 229 }, { isComposing: true }]) expect(new CompositionGuard().owns(key('n', 0, more))).toBe(true);
  expect(new CompositionGuard().owns(key('Process', 0))).toBe(true);
  expect(new CompositionGuard().owns(key('n', 0))).toBe(false);
});

test('fields where one writes are told from controls', () => {
  const of = (markup: string) => {
    const holder = document.createElement('div');
    holder.innerHTML = markup;
    return isTextField(holder.firstElementChild);
  };
  expect([of('<input type="text">'), of('<textarea></textarea>'), of('<input type="range">'), of('<button></button>')]).toEqual([true, true, false, false]);
});
