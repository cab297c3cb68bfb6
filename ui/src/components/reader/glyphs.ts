// Chinese characters drawn before they are needed, where nobody sees them: the first time that one is drawn its outline is
// turned into pixels, and for the page of a paper that is turned to this took as long as laying it out.
import type { Leaf } from '$lib/state/leaf.svelte';

/** Characters drawn in one frame: some milliseconds. */
const A_FRAME = 30;
/** From here on characters are so many that each paper has new ones. */
const FIRST_WIDE = '\u2e80';

/** Characters of one size: those that were drawn, and those to draw next. */
class Line {
  private readonly seen = new Set<string>();
  private waiting: string[] = [];

  constructor(readonly element: HTMLElement) {}

  add(text: string): void {
    for (const ch of text) {
      if (ch < FIRST_WIDE || this.seen.has(ch)) continue;
      this.seen.add(ch);
      this.waiting.push(ch);
    }
  }

  /** Draws the next ones in place of the last; whether there were any. */
  step(): boolean {
    const now = this.waiting.splice(0, A_FRAME);
    this.element.textContent = now.join('');
    return now.length > 0;
  }
}

export class Glyphs {
  private readonly host = document.createElement('div');
  private lines: { text: Line; claim: Line } | null = null;
  private look = '';
  private frame = 0;

  constructor(place: HTMLElement | null) {
    this.host.className = 'glyphs';
    this.host.setAttribute('aria-hidden', 'true');
    place?.append(this.host);
  }

  /** Draws what the view will show first of a paper, a few characters a frame. */
  ahead(leaf: Leaf): void {
    const { text, claim } = this.fresh();
    const blocks = leaf.paper.sections.flatMap((section) => section.blocks).slice(0, leaf.mounting.shown);
    for (const block of blocks) {
      if (block.kind === 'passage') text.add(block.passage.text);
      else claim.add(block.claim?.text ?? '');
    }
    this.goOn();
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.host.remove();
  }

  /** The lines; new ones where letters have another face or size than before. */
  private fresh(): { text: Line; claim: Line } {
    const { fontSize, fontFamily } = getComputedStyle(this.lines?.text.element ?? this.host);
    const look = `${fontSize} ${fontFamily}`;
    if (this.lines && look === this.look) return this.lines;
    const lineOf = (kind: string) => {
      const line = document.createElement('div');
      line.className = `passage ${kind}`;
      line.lang = 'zh';
      return line;
    };
    const [text, claim] = [lineOf('text'), lineOf('claim')];
    this.host.replaceChildren(text, claim);
    const style = getComputedStyle(text);
    this.look = `${style.fontSize} ${style.fontFamily}`;
    this.lines = { text: new Line(text), claim: new Line(claim) };
    return this.lines;
  }

  private goOn(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const drawn = [this.lines?.text, this.lines?.claim].map((line) => line?.step() ?? false);
      if (drawn.includes(true)) this.goOn();
    });
  }
}
