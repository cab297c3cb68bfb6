import { afterEach, expect, test } from 'vitest';
import type { NoteView } from '../ipc/generated/wire';
import { Painter } from './marks';
import { textOf } from './offsets';

const note = (id: string, start: number, end: number): NoteView => ({
  id, kind: 'note', color: 'green', highlight: true, note: '字', html: '', tags: [], bookmark: false, quote: [], place: { section: 'method', finding: null, side: 'text' },
  state: { kind: 'exact' }, stretches: [{ passage: 'p', span: { start, end } }], createdMs: 0, modifiedMs: 0, deleted: false, offered: false,
});

const painter = new Painter();
const root = document.createElement('div');
root.innerHTML = '<b>粗体</b>与<a href="#x">链接</a>之后';
document.body.append(root);
const drawn = () => root.querySelectorAll('.painted').length;

afterEach(() => painter.clear());

test('drawing leaves the text and the live selection as they are', () => {
  const [bold, link] = [root.querySelector('b')?.firstChild, root.querySelector('a')?.firstChild];
  if (!bold || !link) throw new Error('no text');
  const range = document.createRange();
  range.setStart(bold, 1);
  range.setEnd(link, 2);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  painter.see('p', root);
  painter.set([note('a', 0, 5), note('b', 3, 7)]);
  painter.draw();
  expect([drawn(), textOf(root), getSelection()?.toString()]).toEqual([1, '粗体与链接之后', '体与链接']);
  painter.set([]);
  expect([drawn(), getSelection()?.toString()]).toEqual([0, '体与链接']);
});

test('marks go with their passage when it leaves the view, and come back with it', () => {
  painter.see('p', root);
  painter.set([note('a', 0, 5)]);
  expect(drawn()).toBe(1);
  painter.see('p', null);
  painter.draw();
  expect(drawn()).toBe(0);
  painter.see('p', root);
  painter.draw();
  expect(drawn()).toBe(1);
});

test('of a note that has several places in a passage the first one tells how far down it is', () => {
  const rects = Range.prototype.getClientRects;
  const inBold = (node: Node) => root.querySelector('b')?.contains(node);
  Range.prototype.getClientRects = function (this: Range) {
    return [new DOMRect(0, inBold(this.startContainer) ? 10 : 90, 5, 5)] as unknown as DOMRectList;
  };
  const [first, second] = [{ start: 0, end: 2 }, { start: 5, end: 7 }].map((span) => ({ passage: 'p', span }));
  painter.see('p', root);
  painter.set([{ ...note('a', 0, 2), stretches: [first, second] as NoteView['stretches'] }]);
  Range.prototype.getClientRects = rects;
  expect([painter.top('p', 'a'), painter.top('p', 'b')]).toEqual([10, undefined]);
});
