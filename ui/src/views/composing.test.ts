// Words that an input method composes: what its keys must not do, in both orders in which engines tell of the end.
import { afterEach, expect, test } from 'vitest';
import type { App as State } from '$lib/state/app.svelte';
import { close, open, press, settle } from './harness';

let app: State;
afterEach(close);

const field = (css: string) => {
  const found = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(css);
  if (!found) throw new Error(`no ${css}`);
  return found;
};

function type(target: HTMLInputElement | HTMLTextAreaElement, text: string, composing = false): void {
  target.value = text;
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: composing ? 'insertCompositionText' : 'insertText', isComposing: composing }));
}

const keydown = (key: string, more: KeyboardEventInit & { keyCode?: number } = {}) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });

/** Composes `text`; `key` ends it, told before or after the end. */
function compose(target: HTMLInputElement | HTMLTextAreaElement, text: string, key: string, order: 'key first' | 'end first' | 'end first, 229'): void {
  target.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  type(target, 'pin yin', true);
  target.dispatchEvent(keydown('n', { keyCode: 229, isComposing: true }));
  type(target, text, true);
  const end = new CompositionEvent('compositionend', { bubbles: true, data: text });
  if (order === 'key first') target.dispatchEvent(keydown(key, { keyCode: 229, isComposing: true }));
  target.dispatchEvent(end);
  if (order === 'end first') target.dispatchEvent(keydown(key));
  if (order === 'end first, 229') target.dispatchEvent(keydown(key, { keyCode: 229 }));
}

/** A place where one writes: how it opens, its field, the key that would end the writing, and whether it did. */
const places: [string, () => Promise<void>, string, string, () => boolean][] = [
  ['a note', async () => { await press('j'); await press('a'); }, '#notes textarea', 'Escape', () => app.notes.editing === null],
  ['the tags of a mark', async () => { await press('j'); await press('t'); }, '#notes .tags input', 'Enter', () => (app.notes.kept[0]?.tags.length ?? 0) > 0],
  ['the name of a tag', async () => {
    await press('j');
    await press('t');
    type(field('#notes .tags input'), '旧名');
    await press('Enter', {}, field('#notes .tags input'));
    app.sheet = 'tags';
    await settle();
    document.querySelector<HTMLElement>('dialog li button')?.click();
    await settle();
  }, 'dialog li input', 'Enter', () => !(app.notes.kept[0]?.tags.includes('旧名') ?? true)],
  ['the name of a paper', () => press('F2'), '.rename', 'Enter', () => !app.renaming],
];

test.each(places.flatMap((place) => (['key first', 'end first', 'end first, 229'] as const).map((order) => [place[0], order, place] as const)))(
  'a key that ends a composition does not end the writing: %s, %s',
  async (_, order, [, begin, css, key, ended]) => {
    app = await open();
    await begin();
    compose(field(css), '潮汐', key, order);
    await settle();
    expect([ended(), field(css).value]).toEqual([false, '潮汐']);
    // The next key comes from a hand.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await press(key, {}, field(css));
    expect(ended()).toBe(true);
  },
);

test('Chinese punctuation and held keys are the writer’s in the field of a note', async () => {
  app = await open();
  const before = app.reader.paper?.id;
  await press('j');
  await press('a');
  for (const key of ['、', '。', '《', '，', '/', '[', ']', '?']) await press(key, {}, field('#notes textarea'));
  for (const key of [',', 'b']) await press(key, { ctrlKey: true }, field('#notes textarea'));
  expect([app.reader.paper?.id, app.sheet, app.settingsOpen, app.showsLibrary, app.notes.editing !== null]).toEqual([before, null, false, true, true]);
});

test('what is composed is kept once it is done, and not before', async () => {
  app = await open();
  await press('j');
  await press('a');
  const area = field('#notes textarea');
  area.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  type(area, 'chao xi', true);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(app.notes.kept[0]?.note).toBe('');
  type(area, '潮汐', true);
  area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '潮汐' }));
  await app.notes.flush();
  expect(app.notes.kept[0]?.note).toBe('潮汐');
});

test('Esc that leaves a composition closes no sheet', async () => {
  app = await open();
  app.sheet = 'tags';
  await settle();
  const sheet = document.querySelector('dialog');
  sheet?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  const cancel = () => {
    const event = new Event('cancel', { cancelable: true });
    sheet?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(cancel()).toBe(true);
  sheet?.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  expect(cancel()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(cancel()).toBe(false);
});
