// Which sections stand in the head of the paper and so are no section of the text.
import type { PaperView, SectionView } from '$lib/ipc/generated/wire';

/** The publisher's sentence about a brief stands in the notice at the top. */
export function inHead(paper: PaperView, section: SectionView): boolean {
  return paper.brief && section.kind === 'notice';
}
