// Which quantity is lit, on both sides. Found by offsets, so marks that overlap or are missing make no difference.
import type { AuditView, PaperView, PassageView, QuantityView, Utf16Span } from '../ipc/generated/wire';

/** A claim and the quote that it is audited against; for the other publisher a section's paragraph and the abstract. */
export interface Pair {
  claim: PassageView;
  quote: PassageView;
  audit: AuditView;
}

export interface Lit {
  pair: Pair;
  quantity: QuantityView;
  /** Where the reader points. */
  side: 'claim' | 'quote';
  /** The element that the reader points at. */
  anchor: HTMLElement;
}

const touches = (span: Utf16Span, at: number) => span.start <= at && at < span.end;

/** The paper's pairs in order. */
export function pairsOf(paper: PaperView | null): Pair[] {
  const sections = paper?.sections ?? [];
  const abstract = sections.find((section) => section.kind === 'abstract')?.blocks[0];
  const whole = abstract?.kind === 'passage' ? abstract.passage : undefined;
  return sections.flatMap((section) => section.blocks).flatMap((block): Pair[] => {
    if (block.kind === 'passage') {
      return block.audit && whole ? [{ claim: block.passage, quote: whole, audit: block.audit }] : [];
    }
    return block.claim && block.quote && block.audit ? [{ claim: block.claim, quote: block.quote, audit: block.audit }] : [];
  });
}

export class Evidence {
  lit = $state.raw<Lit | null>(null);
  private readonly pairs = $derived.by(() => pairsOf(this.paper()));

  constructor(private readonly paper: () => PaperView | null) {}

  /** The reader points at `at` in the passage. */
  point(passage: string, at: number, anchor: HTMLElement): void {
    for (const pair of this.pairs) {
      if (pair.claim.id === passage) {
        const quantity = pair.audit.quantities.find(({ span }) => touches(span, at));
        if (quantity) return this.light({ pair, quantity, side: 'claim', anchor });
      }
      if (pair.quote.id === passage) {
        const quantity = pair.audit.quantities.find(({ evidence }) => evidence.some((span) => touches(span, at)));
        if (quantity) return this.light({ pair, quantity, side: 'quote', anchor });
      }
    }
    this.lit = null;
  }

  clear(): void {
    this.lit = null;
  }

  private light(lit: Lit): void {
    const { quantity, side, anchor } = this.lit ?? {};
    if (quantity !== lit.quantity || side !== lit.side || anchor !== lit.anchor) this.lit = lit;
  }
}
