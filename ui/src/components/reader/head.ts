// What stands in the head of the paper.
import type { PaperView, SectionView } from '$lib/ipc/generated/wire';

/** The publisher's sentence about a brief stands in the notice at the top. */
export function inHead(paper: PaperView, section: SectionView): boolean {
  return paper.brief && section.kind === 'notice';
}

/** More words than a coined name has. */
const WORDS = 4;

/** The name is only how the text begins: Chinese, or a row of words. */
function isFirstWords(paper: PaperView): boolean {
  const name = paper.inferredName.replace(/…$/, '');
  const first = paper.sections.filter(({ kind }) => kind !== 'notice')[0]?.blocks[0];
  if (name === '' || first?.kind !== 'passage' || !first.passage.text.trimStart().startsWith(name)) return false;
  return /\p{Script=Han}/u.test(name) || name.split(/\s+/).length >= WORDS;
}

/** The heading: the paper's name; its title where it has one and nobody coined or gave a name. */
export function headingOf(paper: PaperView): string {
  return paper.title && paper.name === paper.inferredName && isFirstWords(paper) ? paper.title : paper.name;
}
