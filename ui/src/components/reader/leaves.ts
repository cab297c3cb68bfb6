// Papers as elements that are made apart from the page, so that the next one can be ready before it is wanted.
import { flushSync, mount, unmount } from 'svelte';
import { afterPaint } from '$lib/frames';
import type { Leaf } from '$lib/state/leaf.svelte';
import { Glyphs } from './glyphs';
import Paper from './Paper.svelte';

interface Made {
  root: HTMLElement;
  end: () => void;
}

export class Leaves {
  private readonly made = new Map<Leaf, Made>();
  private now: Leaf | null = null;
  private readonly glyphs: Glyphs;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Map<unknown, unknown>,
  ) {
    this.glyphs = new Glyphs(host.closest('main'));
  }

  /** Puts a leaf on the page in place of the one that is there. Its text is there at once; in effects it has to be later. */
  show(leaf: Leaf, text: 'now' | 'later' = 'now'): void {
    const { root } = this.make(leaf, text);
    this.now = leaf;
    this.host.replaceChildren(root);
    // What is gone from the page is taken apart when the new one is seen.
    void afterPaint().then(() => this.keep([leaf]));
  }

  /** Makes a leaf ready that is not wanted yet. */
  prepare(leaf: Leaf): void {
    if (this.now) this.keep([this.now]);
    this.make(leaf, 'now');
    this.glyphs.ahead(leaf);
  }

  /** Takes the leaf off the page, and has none ready. */
  clear(): void {
    this.host.replaceChildren();
    this.now = null;
    this.keep([]);
  }

  end(): void {
    this.clear();
    this.glyphs.end();
  }

  private make(leaf: Leaf, text: 'now' | 'later'): Made {
    const known = this.made.get(leaf);
    if (known) return known;
    const root = document.createElement('div');
    const component = mount(Paper, { target: root, props: { leaf }, context: this.context });
    // Whoever goes to a place in it needs its heights.
    if (text === 'now') flushSync();
    const made = { root, end: () => void unmount(component) };
    this.made.set(leaf, made);
    return made;
  }

  private keep(kept: Leaf[]): void {
    // Another one may be on the page by now.
    if (kept[0] && this.now && kept[0] !== this.now) return;
    for (const [leaf, made] of this.made) {
      if (kept.includes(leaf)) continue;
      this.made.delete(leaf);
      made.end();
    }
  }
}
