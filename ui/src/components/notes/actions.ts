// What a reader does to words: with the toolbar, with keys on the current finding, and from a card.
import { m } from '$lib/i18n/generated/messages';
import { shownLocale } from '$lib/i18n/locale.svelte';
import { colorWord, placeWord } from '$lib/i18n/words';
import type { NoteColor, NoteView, Stretch } from '$lib/ipc/generated/wire';
import type { App } from '$lib/state/app.svelte';
import { passagesOf } from '$lib/state/find.svelte';
import { sameStretches, wholeFinding, wordsOf, type Marked } from '$lib/state/marking.svelte';
import { colors } from '$lib/text/marks';
import { wholeOf } from '$lib/text/selection';

export type MarkAction = 'highlight' | 'note' | 'bookmark' | 'tag' | 'copyText' | 'copyMarkdown' | 'copyLink' | 'attach';

/** Does it to the words, which were taken before anything is drawn. */
export async function act(app: App, marked: Marked, action: MarkAction, color?: NoteColor): Promise<void> {
  const { stretches } = marked;
  switch (action) {
    case 'copyText':
      return copy(app, wordsOf(app.reader.paper, stretches).join('\n\n'));
    case 'copyMarkdown':
      return copyMarkdown(app, stretches);
    case 'copyLink':
      return copyLink(app, stretches);
    case 'attach':
      return attach(app, stretches);
    default:
      return mark(app, stretches, action, color);
  }
}

/** The same for the words that are chosen, else the finding that the keys are at. Returns whether there is any. */
export function actHere(app: App, action: MarkAction, color?: NoteColor): boolean {
  const { now } = app.marking;
  if (now) {
    void act(app, now, action, color);
    return true;
  }
  const stretches = currentStretches(app);
  if (stretches.length === 0) {
    app.tell({ kind: 'said', text: m.said_no_finding() });
    return true;
  }
  void act(app, { stretches, box: () => null, from: 'finding' }, action, color);
  return true;
}

/** The finding that has the focus or the keys' place; a paper without findings is marked by the paragraph at the top. */
function currentStretches({ reader }: App): Stretch[] {
  const pair = document.activeElement?.closest<HTMLElement>('.pair[data-finding]');
  const finding = reader.findings[pair ? Number(pair.dataset.finding) : reader.finding];
  if (finding) return wholeFinding(finding);
  const passages = passagesOf(reader.paper);
  const top = reader.stage?.place()?.passage;
  const passage = reader.findings.length > 0 ? undefined : (passages.find(({ id }) => id === top) ?? passages[0]);
  const whole = passage && wholeOf(passage.id, passage.text);
  return whole ? [whole] : [];
}

async function mark(app: App, stretches: Stretch[], action: 'highlight' | 'note' | 'bookmark' | 'tag', color?: NoteColor): Promise<void> {
  const { notes, marking } = app;
  if (notes.readOnly) return readOnly(app);
  const own = notes.kept.find((note) => sameStretches(note.stretches, stretches));
  done(app);
  if (color) marking.color = color;
  if (own) return again(app, own, action, color);
  const made = await notes.add({
    stretches, color: marking.color, highlight: action !== 'bookmark', note: '', tags: [], bookmark: action === 'bookmark',
  });
  if (!made) return;
  if (action === 'note' || action === 'tag') write(app, made, action === 'tag' ? 'tags' : 'note');
  else {
    notes.active = made.id;
    say(app, action === 'bookmark' ? m.said_bookmarked({ quote: short(made) }) : m.said_highlighted({ color: colorWord(made.color), quote: short(made) }));
  }
}

/** The words carry a mark already: the key changes that one. */
async function again(app: App, own: NoteView, action: 'highlight' | 'note' | 'bookmark' | 'tag', color?: NoteColor): Promise<void> {
  const { notes } = app;
  notes.active = own.id;
  if (action === 'note' || action === 'tag') return write(app, own, action === 'tag' ? 'tags' : 'note');
  if (action === 'bookmark') return toggleBookmark(app, own);
  if (color && (color !== own.color || !own.highlight)) {
    if (!own.highlight) await notes.edit(own.id, { kind: 'highlight', highlight: true });
    if (color !== own.color) await recolor(app, own, color);
    return;
  }
  if (!own.highlight) await notes.edit(own.id, { kind: 'highlight', highlight: true });
  else if (own.kind === 'highlight' && !own.bookmark && own.tags.length === 0) await remove(app, own);
  else await recolor(app, own, colors[(colors.indexOf(own.color) + 1) % colors.length] ?? 'yellow');
}

/** Opens the editor of a mark, in a pane that is shown for it. */
export function write(app: App, note: NoteView, field: 'note' | 'tags' = 'note'): void {
  if (app.notes.readOnly) return readOnly(app);
  app.showNotes(true);
  app.notes.active = note.id;
  app.notes.field = field;
  app.notes.editing = note.id;
}

export async function recolor(app: App, note: NoteView, color: NoteColor): Promise<void> {
  app.marking.color = color;
  if (await app.notes.edit(note.id, { kind: 'color', color })) say(app, m.said_recolored({ color: colorWord(color) }));
}

export async function toggleBookmark(app: App, note: NoteView): Promise<void> {
  const bookmark = !note.bookmark;
  // A bookmark without colour and words is nothing without the bookmark.
  if (!bookmark && note.kind === 'bookmark') return remove(app, note);
  if (await app.notes.edit(note.id, { kind: 'bookmark', bookmark })) say(app, bookmark ? m.said_bookmarked({ quote: short(note) }) : m.said_unbookmarked());
}

export async function remove(app: App, note: NoteView): Promise<void> {
  if (await app.notes.remove([note.id])) app.tell({ kind: 'said', text: m.said_deleted({ quote: short(note) }) });
}

/** Attaches a note that lost its place to the chosen words. */
async function attach(app: App, stretches: Stretch[]): Promise<void> {
  const id = app.notes.attaching;
  done(app);
  if (id === null) return;
  const note = await app.notes.edit(id, { kind: 'reattach', stretches });
  if (!note) return;
  app.notes.attaching = null;
  app.notes.active = id;
  app.notes.flash(note.stretches);
  say(app, m.said_attached());
}

function done(app: App): void {
  app.marking.clear();
  app.marking.cursor = false;
  getSelection()?.removeAllRanges();
}

async function copy(app: App, text: string, said = m.said_copied()): Promise<void> {
  try {
    await app.client.copyText(text);
    app.marking.clear();
    app.tell({ kind: 'said', text: said });
  } catch (error) {
    app.fail(error);
  }
}

/** The words, quotes as quotes, and the way back to them. */
async function copyMarkdown(app: App, stretches: Stretch[]): Promise<void> {
  const { paper } = app.reader;
  if (!paper) return;
  try {
    await copy(app, await app.client.wordsMarkdown(paper.id, stretches, shownLocale() !== 'en'));
  } catch (error) {
    app.fail(error);
  }
}

/** The address of the note that stands at the words, else of the finding or paper that they are in. */
async function copyLink(app: App, stretches: Stretch[]): Promise<void> {
  const { paper } = app.reader;
  if (!paper) return;
  const own = app.notes.kept.find((note) => sameStretches(note.stretches, stretches));
  try {
    await copy(app, await app.client.wordsLink(paper.id, stretches, own?.id ?? null), m.said_copied_link());
  } catch (error) {
    app.fail(error);
  }
}

/** A newer program wrote the notes of this paper. */
function readOnly(app: App): void {
  done(app);
  app.tell({ kind: 'said', text: m.notes_read_only() });
}

/** The beginning of a mark's words, for a sentence. */
export function short(note: Pick<NoteView, 'quote' | 'place'>): string {
  const words = note.quote.join(' … ').replace(/\s+/g, ' ');
  if (words === '') return placeWord(note.place);
  return words.length > 24 ? `${words.slice(0, 24)}…` : words;
}

function say(app: App, text: string): void {
  app.announce(text);
}
