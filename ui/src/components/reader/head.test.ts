import { expect, test } from 'vitest';
import sample from '$lib/ipc/generated/sample.json';
import type { PaperView } from '$lib/ipc/generated/wire';
import type { MemoryData } from '$lib/ipc/memory';
import { headingOf } from './head';

const { papers } = sample as MemoryData;
const paper = papers.find(({ title }) => title) as PaperView;
const first = paper.sections[0]?.blocks[0];
const begin = first?.kind === 'passage' ? first.passage.text : '';

const cases: [string, Partial<PaperView>, string][] = [
  ['first words give way to the title', { name: begin.slice(0, 12), inferredName: begin.slice(0, 12), title: 'A Title' }, 'A Title'],
  ['first words stay without a title', { name: begin.slice(0, 12), inferredName: begin.slice(0, 12), title: null }, begin.slice(0, 12)],
  ['the reader’s own name stays', { name: '我的', inferredName: begin.slice(0, 12), title: 'A Title' }, '我的'],
  ['a coined name stays', { name: 'Nim', inferredName: 'Nim', title: 'Nim: A Title' }, 'Nim'],
];
test.each(cases)('%s', (_, part, heading) => {
  expect(headingOf({ ...paper, ...part })).toBe(heading);
});
