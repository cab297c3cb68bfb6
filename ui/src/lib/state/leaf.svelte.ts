// A paper as it is put on the page: how much of it so far, and which element shows which passage. There may be one that is
// not on the page yet: the next one, made ready so that turning to it needs no more than to show it.
import { getContext, setContext, untrack } from 'svelte';
import type { FindingView, PaperView } from '../ipc/generated/wire';
import { Mounting } from './mounting.svelte';

/** Sections that only a review has. */
const REVIEW_ONLY: ReadonlySet<string> = new Set(['positioning', 'background', 'evidence', 'review', 'limitations', 'follow_up']);

export class Leaf {
  paper: PaperView = $state.raw({} as PaperView);
  readonly mounting = new Mounting();
  /** Grows as passages come on screen, so that whoever paints them paints those that come later too. */
  private arrivals = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen depends on it
  private elements = new Map<string, HTMLElement>();

  readonly findings = $derived.by((): FindingView[] =>
    this.paper.sections
      .flatMap((section) => section.blocks)
      .flatMap((block) => (block.kind === 'finding' ? [block] : [])),
  );
  /** A review with the seven numbered sections, not another publisher's entry. */
  readonly numbered = $derived.by(() => this.paper.sections.some(({ kind }) => REVIEW_ONLY.has(kind)));

  /** `chars`: full-width characters that fill the view, where that is known. */
  constructor(paper: PaperView, chars?: number) {
    this.paper = paper;
    this.mounting.begin(paper, paper.place, chars);
  }

  /** The element that shows a passage. Whoever asks in an effect is asked again when more of the paper is on screen. */
  element(passage: string): HTMLElement | undefined {
    void this.arrivals;
    return this.elements.get(passage);
  }

  register(passage: string, element: HTMLElement): () => void {
    this.elements.set(passage, element);
    untrack(() => (this.arrivals += 1));
    return () => {
      if (this.elements.get(passage) === element) this.elements.delete(passage);
    };
  }
}

const key = Symbol('leaf');

export function provideLeaf(leaf: Leaf): void {
  setContext(key, leaf);
}

/** The leaf that the component is part of. */
export function useLeaf(): Leaf {
  return getContext<Leaf>(key);
}
