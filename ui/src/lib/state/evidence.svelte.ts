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

/** A doubt's card stays this long after the pointer left its quantity, in milliseconds: time to get to the card. */
const GRACE_MS = 260;

export class Evidence {
  lit = $state.raw<Lit | null>(null);
  /** The reader works in the card: pointing elsewhere changes nothing. */
  pinned = $state(false);
  /** The pair that the reader points at or is in, for its names. */
  near = $state.raw<Pair | null>(null);
  readonly pairs = $derived.by(() => pairsOf(this.paper()));
  private leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly paper: () => PaperView | null) {}

  /** The reader is at this passage; `null` at none. */
  approach(passage: string | null): void {
    const near = passage === null ? null : (this.pairs.find(({ claim, quote }) => claim.id === passage || quote.id === passage) ?? null);
    if (near !== this.near) this.near = near;
  }

  /** The reader points at `at` in the passage. */
  point(passage: string, at: number, anchor: HTMLElement): void {
    if (this.pinned && anchor !== this.lit?.anchor) return;
    this.stay();
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

  /** Points at nothing any more. */
  clear(): void {
    this.stay();
    this.pinned = false;
    this.lit = null;
  }

  /** The pointer left. The card of a doubt waits a moment, because the reader may be on the way to it. */
  leave(): void {
    if (this.pinned) return;
    this.stay();
    if (this.lit?.quantity.doubt && this.lit.side === 'claim') this.leaving = setTimeout(() => this.clear(), GRACE_MS);
    else this.lit = null;
  }

  /** The card is reached, or something else is pointed at. */
  stay(): void {
    clearTimeout(this.leaving);
  }

  /** The reader begins to work in the card of a doubt. Returns whether one is open. */
  pin(): boolean {
    if (!this.lit?.quantity.doubt || this.lit.side !== 'claim') return false;
    this.stay();
    this.pinned = true;
    return true;
  }

  /** The paper changed under the card: the same quantity in the new one. */
  renew(): void {
    const lit = this.lit;
    const key = lit?.quantity.doubt?.key;
    if (!lit || key === undefined) return;
    for (const pair of this.pairs) {
      const quantity = pair.audit.quantities.find(({ doubt }) => doubt?.key === key);
      if (quantity) this.lit = { ...lit, pair, quantity };
    }
  }

  private light(lit: Lit): void {
    const { quantity, side, anchor } = this.lit ?? {};
    if (quantity !== lit.quantity || side !== lit.side || anchor !== lit.anchor) this.lit = lit;
  }
}
