// How much of the open paper is on screen: first what the view shows, then the rest in steps that leave a frame free.
import { onScreen } from '../frames';
import type { BlockView, PaperView, PassageView, Place, SectionView, Settings } from '../ipc/generated/wire';

/** Full-width characters that fill a view at the usual size and measure, for each pixel of the window's height. */
const USUAL_CHARS = 1.4;
/** What is left and right of the text, in pixels. */
const MARGINS_PX = 104;
/** More than fills the view, as a factor: faces and gaps differ. */
const SAFE = 1.1;
/** Full-width characters that are laid out in one step: about a frame's work. */
const STEP_CHARS = 700;
/** Between two steps, in milliseconds: time for a key and for the frame. */
const PAUSE_MS = 12;

/** Full-width characters that fill a pane of this size in pixels, with a margin. */
export function viewChars(width: number, height: number, { textPx, lineHeight, measureEm }: Pick<Settings, 'textPx' | 'lineHeight' | 'measureEm'>): number {
  const line = Math.min(measureEm, Math.max(8, (width - MARGINS_PX) / textPx));
  return (SAFE * line * height) / (textPx * lineHeight);
}

/** The text of a passage in full-width characters. */
const widthOf = (passage: PassageView | null): number => (passage === null ? 0 : passage.text.length * (passage.lang === 'en' ? 0.5 : 1));

/** Claim and quote stand side by side. */
const charsOf = (block: BlockView): number =>
  block.kind === 'passage' ? widthOf(block.passage) : 2 * Math.max(widthOf(block.claim), widthOf(block.quote));

const holds = (block: BlockView, passage: string): boolean =>
  block.kind === 'passage' ? block.passage.id === passage : block.claim?.id === passage || block.quote?.id === passage;

export class Mounting {
  /** Blocks on screen, counted through the paper. */
  shown = $state(Infinity);
  private blocks: BlockView[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts beginnings and ends: what was to go on then does not now. */
  private course = 0;

  get whole(): boolean {
    return this.shown >= this.blocks.length;
  }

  /** Another paper: what the view shows at `place` comes first, which is so many full-width characters. */
  begin(paper: PaperView, place: Place | null, chars = USUAL_CHARS * innerHeight): void {
    this.stop();
    this.blocks = paper.sections.flatMap(({ blocks }) => blocks);
    // Sections beside their abstract depend on each other's height.
    const beside = paper.sections.some(({ kind }) => kind === 'abstract') && !paper.brief;
    const from = place ? this.blocks.findIndex((block) => holds(block, place.passage)) : 0;
    this.shown = beside ? this.blocks.length : this.after(Math.max(0, from), chars);
  }

  /** The rest, once what is there is painted: a step in between would keep the reader from seeing it. */
  start(): void {
    const { course } = this;
    if (!this.whole) void onScreen().then(() => course === this.course && this.goOn());
  }

  /** No more for now. */
  stop(): void {
    clearTimeout(this.timer);
    this.course += 1;
  }

  /** Everything, now. */
  all(): void {
    this.stop();
    this.shown = this.blocks.length;
  }

  private goOn(): void {
    clearTimeout(this.timer);
    if (this.whole) return;
    this.timer = setTimeout(() => {
      this.shown = this.after(this.shown, STEP_CHARS);
      this.goOn();
    }, PAUSE_MS);
  }

  /** The count of blocks when, from the block number `from` on, at least `chars` characters are shown. */
  private after(from: number, chars: number): number {
    let count = from;
    for (let left = chars; left > 0 && count < this.blocks.length; count += 1) left -= charsOf(this.blocks[count] as BlockView);
    return count;
  }
}

/** Each section with its index and those of its blocks that are shown; sections that none is shown of are left out. */
export function shownSections(sections: SectionView[], shown: number): { section: SectionView; index: number; blocks: BlockView[] }[] {
  let before = 0;
  return sections.flatMap((section, index) => {
    const count = shown - before;
    before += section.blocks.length;
    if (count <= 0 && section.blocks.length > 0) return [];
    return [{ section, index, blocks: count >= section.blocks.length ? section.blocks : section.blocks.slice(0, count) }];
  });
}
