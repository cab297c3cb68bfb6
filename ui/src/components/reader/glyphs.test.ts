import { afterEach, expect, test, vi } from 'vitest';
import type { Leaf } from '$lib/state/leaf.svelte';
import { Glyphs } from './glyphs';

const leaf = (shown: number, ...blocks: object[]) => ({ paper: { sections: [{ blocks }] }, mounting: { shown } }) as unknown as Leaf;
const passage = (text: string) => ({ kind: 'passage', passage: { text } });
const finding = (claim: string) => ({ kind: 'finding', claim: { text: claim }, quote: { text: 'in English' } });

const frames: FrameRequestCallback[] = [];
vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
const place = document.createElement('main');
document.body.append(place);
afterEach(() => place.replaceChildren());

/** What is drawn in each frame until nothing more is. */
function drawn(): string[] {
  const all: string[] = [];
  for (let frame = frames.shift(); frame && all.length < 99; frame = frames.shift()) {
    frame(0);
    all.push([...place.querySelectorAll('.glyphs .passage')].map((line) => line.textContent).join('|'));
  }
  return all;
}

test('what the view shows first is drawn once, each size for itself, a few characters a frame, and goes again', () => {
  const glyphs = new Glyphs(place);
  const many = Array.from({ length: 70 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  glyphs.ahead(leaf(2, passage(`GPT ${many}${many}`), finding('一乙'), passage('不看')));
  const frame = (from: number, to: number) => [...many].slice(from, to).join('');
  expect(drawn()).toEqual([`${frame(0, 30)}|一乙`, `${frame(30, 60)}|`, `${frame(60, 70)}|`, '|']);
  glyphs.ahead(leaf(9, passage(`${many}新`), finding('一丙')));
  expect(drawn()).toEqual(['新|丙', '|']);
  glyphs.end();
  expect(place.childElementCount).toBe(0);
});

test('letters of another size are drawn again', () => {
  const glyphs = new Glyphs(place);
  glyphs.ahead(leaf(9, passage('模型')));
  expect(drawn()).toEqual(['模型|', '|']);
  place.querySelectorAll<HTMLElement>('.passage').forEach((line) => (line.style.fontSize = '30px'));
  glyphs.ahead(leaf(9, passage('模型')));
  expect(drawn()).toEqual(['模型|', '|']);
});
