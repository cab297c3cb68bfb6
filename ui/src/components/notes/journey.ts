// The way to the words of a note: from a card, from the keys, from the list over all papers.
import { tick } from 'svelte';
import { m } from '$lib/i18n/generated/messages';
import type { NoteView } from '$lib/ipc/generated/wire';
import type { App } from '$lib/state/app.svelte';
import { passagesOf } from '$lib/state/find.svelte';
import { rangeOf } from '$lib/text/offsets';
import { rangeIntoView } from '$components/reader/scroll';

/** Frames that a paper may take to be on the page. */
const FRAMES = 30;

/** Brings the words of a note into view and points them out. A note without a place is shown as a card only. */
export async function toNote(app: App, note: NoteView): Promise<void> {
  app.notes.active = note.id;
  const first = note.stretches[0];
  if (!first) return app.announce(m.said_no_place());
  if (app.narrow) app.narrowPane = 'reader';
  await tick();
  app.reader.jumped(app.reader.stage?.place() ?? null);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const root = app.reader.element(first.passage);
    const scroller = root?.closest<HTMLElement>('.scroller');
    const range = root && rangeOf(root, first.span.start, first.span.end);
    if (scroller && range) {
      rangeIntoView(scroller, range);
      app.notes.flash(note.stretches);
      return;
    }
    await new Promise(requestAnimationFrame);
  }
}

/** To a note that a list over all papers names. */
export async function toNoteOf(app: App, paper: string, id: string): Promise<void> {
  app.sheet = null;
  if (app.reader.paper?.id !== paper) await app.open(paper);
  if (app.reader.paper?.id !== paper) return;
  await app.notes.load(paper);
  const note = app.notes.find(id);
  if (!note) return;
  if (note.deleted) {
    app.sheet = 'trash';
    return;
  }
  if (!app.narrow || note.stretches.length === 0) app.showNotes(true);
  if (note.kind === 'paper') return;
  if (!app.notes.shown.includes(note)) app.notes.widen();
  await tick();
  await toNote(app, note);
}

/** To the note after the one that is looked at, in reading order; from nowhere, to the first one below the top edge. */
export function stepNote(app: App, by: 1 | -1): void {
  const { notes, reader } = app;
  const order = new Map(passagesOf(reader.paper).map(({ id }, at) => [id, at]));
  const rank = ({ stretches: [first] }: NoteView) => (first ? (order.get(first.passage) ?? 0) * 1e7 + first.span.start : 0);
  const all = [...notes.placed].sort((a, b) => rank(a) - rank(b));
  if (all.length === 0) return app.announce(m.notes_none());
  const here = all.findIndex(({ id }) => id === notes.active);
  const top = order.get(reader.stage?.place()?.passage ?? '') ?? -1;
  const ahead = all.findIndex((note) => rank(note) >= top * 1e7);
  const start = by === 1 ? (ahead < 0 ? all.length - 1 : ahead) : (ahead < 0 ? all.length : ahead) - 1;
  const at = here >= 0 ? here + by : start;
  const note = all[at];
  if (!note) return app.announce(by === 1 ? m.said_last_note() : m.said_first_note());
  if (!app.narrow) app.showNotes(false);
  void toNote(app, note);
  app.announce(m.said_note({ n: at + 1, quote: [note.quote.join(' ').slice(0, 40), note.note.slice(0, 80)].filter((part) => part !== '').join('。') }));
}
