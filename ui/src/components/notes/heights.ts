// How high cards will be that were not drawn yet: as those of their kind were. Each wrong guess moves all cards after it.
import type { NoteView } from '$lib/ipc/generated/wire';

/** Before any of its kind was drawn, in pixels. */
const GUESS_PX = 92;
/** Cards of a kind that tell how high it is; more would move what stands already. */
const ENOUGH = 4;
/** Characters of a note that fill about a line. */
const LINE_CHARS = 24;
/** Lines of a quote that a card shows. */
const QUOTE_LINES = 2;

// A thousand are asked for at each step of scrolling.
const kinds = new WeakMap<NoteView, string>();

function kindOf(of: NoteView): string {
  const known = kinds.get(of);
  if (known !== undefined) return known;
  const { quote, note, tags, bookmark, state } = of;
  const quoted = quote.map((words) => Math.min(QUOTE_LINES, Math.ceil(words.length / LINE_CHARS))).join(' ');
  const kind = [quoted, Math.ceil(note.trim().length / LINE_CHARS), tags.join(' ').length > LINE_CHARS / 2, bookmark, state.kind].join();
  kinds.set(of, kind);
  return kind;
}

/** The heights of cards, drawn or guessed. Not to be changed: [`with`] gives another one. */
export class Heights {
  private constructor(
    private readonly drawn: ReadonlyMap<string, number>,
    private readonly ofKinds: ReadonlyMap<string, readonly number[]>,
  ) {}

  static readonly none = new Heights(new Map(), new Map());

  of(note: NoteView): number {
    const drawn = this.drawn.get(note.id);
    if (drawn !== undefined) return drawn;
    const like = this.ofKinds.get(kindOf(note));
    return like === undefined ? GUESS_PX : like.reduce((sum, one) => sum + one, 0) / like.length;
  }

  /** With these cards as they were drawn; itself where that is known. */
  with(measured: ReadonlyMap<NoteView, number>): Heights {
    const fresh = [...measured].filter(([{ id }, height]) => this.drawn.get(id) !== height);
    if (fresh.length === 0) return this;
    const ofKinds = new Map(this.ofKinds);
    for (const [note, height] of fresh) {
      const like = ofKinds.get(kindOf(note)) ?? [];
      if (like.length < ENOUGH && !this.drawn.has(note.id)) ofKinds.set(kindOf(note), [...like, height]);
    }
    return new Heights(new Map([...this.drawn, ...fresh.map(([{ id }, height]) => [id, height] as const)]), ofKinds);
  }
}
