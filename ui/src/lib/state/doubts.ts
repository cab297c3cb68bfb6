// The doubts of a paper in order, and a paper in which one of them is settled.
import type { DoubtView, PaperView, QuantityView, Settlement } from '../ipc/generated/wire';
import { pairsOf, type Pair } from './evidence.svelte';

export interface Doubt {
  pair: Pair;
  quantity: QuantityView;
  doubt: DoubtView;
  /** Number of the finding, as the source counts; `null` in another publisher's sections. */
  finding: number | null;
}

/** All doubts, settled ones too. */
export function doubtsOf(paper: PaperView | null): Doubt[] {
  const numbers = new Map<string, number>();
  for (const block of (paper?.sections ?? []).flatMap((section) => section.blocks)) {
    if (block.kind === 'finding' && block.claim) numbers.set(block.claim.id, block.number);
  }
  return pairsOf(paper).flatMap((pair) =>
    pair.audit.quantities.flatMap((quantity) =>
      quantity.doubt ? [{ pair, quantity, doubt: quantity.doubt, finding: numbers.get(pair.claim.id) ?? null }] : [],
    ),
  );
}

/** The paper with what the reader found out about a doubt; what does not change is shared with the old one. */
export function withSettlement(paper: PaperView, key: string, settled: Settlement | null): PaperView {
  const change = <Block extends { audit: Pair['audit'] | null }>(block: Block): Block => {
    if (!block.audit?.quantities.some(({ doubt }) => doubt?.key === key)) return block;
    const quantities = block.audit.quantities.map((quantity) => (quantity.doubt?.key === key ? { ...quantity, doubt: { key, settled } } : quantity));
    return { ...block, audit: { ...block.audit, quantities } };
  };
  const sections = paper.sections.map((section) => {
    const blocks = section.blocks.map(change);
    return blocks.every((block, at) => block === section.blocks[at]) ? section : { ...section, blocks };
  });
  return { ...paper, sections };
}
