import { expect, test } from 'vitest';
import type { NoteView } from '../ipc/generated/wire';
import { marksByPassage, notesAt, shared } from './marks';
import { markedIn, trimmed } from './selection';

const note = (id: string, start: number, end: number, more: Partial<NoteView> = {}): NoteView => ({
  id, kind: 'highlight', color: 'yellow', highlight: true, note: '', html: '', tags: [], bookmark: false, quote: [], place: { section: 'method', finding: null, side: 'text' },
  state: { kind: 'exact' }, stretches: [{ passage: 'p', span: { start, end } }], createdMs: 0, modifiedMs: 0, deleted: false, offered: false, ...more,
});

const overlaps: [string, [number, number][], [number, number][]][] = [
  ['two that overlap', [[0, 6], [4, 9]], [[4, 6]]],
  ['neighbours share nothing', [[0, 2], [2, 4]], []],
  ['one inside another', [[0, 9], [3, 5]], [[3, 5]]],
  ['three share what two do', [[0, 5], [2, 7], [4, 9]], [[2, 7]]],
];
test.each(overlaps)('%s', (_, spans, expected) => {
  expect(shared(spans.map(([start, end]) => ({ start, end })))).toEqual(expected.map(([start, end]) => ({ start, end })));
});

test('words with something written to them look otherwise than words without, and a bookmark paints nothing', () => {
  const notes = [note('a', 0, 2), note('b', 2, 4, { kind: 'note', note: '字', color: 'red' }), note('c', 4, 6, { kind: 'bookmark', highlight: false, bookmark: true })];
  expect(marksByPassage(notes).get('p')?.map(({ look }) => look)).toEqual(['note-yellow', 'noted-red']);
});

test('two marks that follow each other stay two', () => {
  const notes = [note('训练', 0, 2), note('数据', 2, 4)];
  expect([notesAt(notes, 'p', 1), notesAt(notes, 'p', 2)].map((all) => all.map(({ id }) => id))).toEqual([['训练'], ['数据']]);
});

test('of marks over each other the shortest is meant', () => {
  expect(notesAt([note('long', 0, 9), note('short', 3, 5)], 'p', 4).map(({ id }) => id)).toEqual(['short', 'long']);
});

const page = document.createElement('div');
page.innerHTML =
  '<div data-passage="a"><b>12</b> 第一段 <span data-source="x_t"><math><mi>x</mi></math></span> 完 </div><div class="verdict">3 / 3</div>' +
  '<div data-passage="b"> second words<span data-source=" | "></span>last</div>';
document.body.append(page);
const text = (selector: string, at = 0) => [...(page.querySelector(selector)?.childNodes ?? [])].filter((node) => node instanceof Text)[at] as Node;

const selections: [string, [Node, number], [Node, number], [string, number, number][]][] = [
  ['inside a passage, without white space at its ends', [text('[data-passage=a]'), 0], [text('[data-passage=a]'), 3], [['a', 3, 5]]],
  ['across passages, one stretch each', [text('[data-passage=a]'), 2], [text('[data-passage=b]'), 8], [['a', 4, 12], ['b', 1, 7]]],
  ['with the whole formula that it ends in', [text('[data-passage=a]'), 1], [page.querySelector('mi')?.firstChild as Node, 1], [['a', 3, 10]]],
  ['nothing where only white space is chosen', [text('[data-passage=b]'), 0], [text('[data-passage=b]'), 1], []],
];
test.each(selections)('a selection holds characters %s', (_, from, to, expected) => {
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  expect(markedIn(page, range).map(({ passage, span }) => [passage, span.start, span.end])).toEqual(expected);
});

test('a span of white space is none', () => {
  expect([trimmed(' \n ', { start: 0, end: 3 }), trimmed(' 字 ', { start: 0, end: 3 })]).toEqual([null, { start: 1, end: 2 }]);
});
