// What each key of the table does. Returns whether the key was used.
import { tick } from 'svelte';
import { actHere } from '$components/notes/actions';
import { stepNote } from '$components/notes/journey';
import { toFinding } from '$components/reader/scroll';
import { m } from '$lib/i18n/generated/messages';
import type { Action } from '$lib/keys/table';
import type { App } from '$lib/state/app.svelte';
import { doubtsOf } from '$lib/state/doubts';
import { deedWord } from '$lib/i18n/words';
import { limits } from '$lib/state/preferences.svelte';
import { marksOf } from '$lib/text/paint';

interface Surroundings {
  /** For the digits: index of the section, from 0. */
  digit: number;
  toSection: (index: number) => void;
}

const sections = ['positioning', 'background', 'method', 'evidence', 'review', 'limitations', 'follow_up'];

export function perform(app: App, action: Action, { digit, toSection }: Surroundings): boolean {
  const { reader, preferences, find, client } = app;
  switch (action) {
    case 'nextPaper':
    case 'previousPaper': {
      const direction = action === 'nextPaper' ? 'next' : 'previous';
      void reader.turnTo(direction).then((turned) => !turned && app.announce(direction === 'next' ? m.said_last() : m.said_first()));
      return true;
    }
    case 'section': {
      const all = reader.paper?.sections ?? [];
      const own = all.findIndex(({ kind }) => kind === sections[digit]);
      const index = own >= 0 ? own : all.some(({ kind }) => sections.includes(kind) && kind !== 'method') ? -1 : digit;
      if (index >= 0 && index < all.length) toSection(index);
      return true;
    }
    case 'nextFinding':
      return walkFindings(app, 1);
    case 'previousFinding':
      return walkFindings(app, -1);
    case 'nextDoubt':
    case 'previousDoubt':
      void walkDoubts(app, action === 'nextDoubt' ? 1 : -1);
      return true;
    case 'doubts':
      app.sheet = 'doubts';
      return true;
    case 'nextName':
    case 'previousName':
      void walkNames(app, action === 'nextName' ? 1 : -1);
      return reader.paper !== null;
    case 'back':
      void reader.back();
      return true;
    case 'forward':
      void reader.forward();
      return true;
    case 'search':
      app.search.show(getSelection()?.toString() ?? '');
      return true;
    case 'find':
      if (!reader.paper) return false;
      if (find.open) document.querySelector<HTMLInputElement>('#find-field')?.select();
      else {
        reader.mountAll();
        find.open = true;
      }
      return true;
    case 'findNext':
    case 'findPrevious':
      if (!find.open) find.open = true;
      else find.step(action === 'findNext' ? 1 : -1);
      return true;
    case 'highlight':
    case 'bookmark':
    case 'tag':
    case 'note':
    case 'copyMarkdown':
    case 'copyLink':
      return reader.paper !== null && actHere(app, action);
    case 'cursor':
      app.marking.cursor = !app.marking.cursor && reader.paper !== null;
      return true;
    case 'nextNote':
    case 'previousNote':
      stepNote(app, action === 'nextNote' ? 1 : -1);
      return true;
    case 'paperNote':
      if (!reader.paper) return false;
      app.showNotes(true);
      if (app.notes.readOnly) return true;
      app.notes.field = 'note';
      app.notes.editing = 'paper';
      return true;
    case 'undo':
    case 'redo':
      void app.step(action).then((undone) => {
        const text = undone ? deedWord(undone.deed, action) : action === 'undo' ? m.said_nothing_to_undo() : m.said_nothing_to_redo();
        app.tell({ kind: 'said', text });
      });
      return true;
    case 'star':
      if (reader.paper) {
        app.announce(reader.paper.starred ? m.said_unstarred() : m.said_starred());
        void app.setStarred(!reader.paper.starred);
      }
      return true;
    case 'notes':
      app.toggleNotes();
      return true;
    case 'allNotes':
      app.sheet = 'notes';
      return true;
    case 'export':
      app.sheet = 'export';
      return true;
    case 'print':
      void app.print();
      return true;
    case 'larger':
      preferences.step('textPx', 1);
      return true;
    case 'smaller':
      preferences.step('textPx', -1);
      return true;
    case 'normalSize':
      preferences.measure('textPx', limits.textPx.normal);
      return true;
    case 'library':
      app.toggleLibrary();
      return true;
    case 'filter':
      return focusFilter(app);
    case 'source':
      if (!reader.paper) return false;
      app.showSource(app.evidence.lit?.pair.claim.id ?? reader.findings[reader.finding]?.claim?.id ?? reader.stage?.place()?.passage ?? null);
      return true;
    case 'toggleRead':
      if (reader.paper) {
        app.announce(reader.paper.unread ? m.is_read() : m.unread());
        void app.setRead(reader.paper.unread);
      }
      return true;
    case 'rename':
      app.renaming = reader.paper !== null;
      return true;
    case 'settings':
      app.settingsOpen = !app.settingsOpen;
      return true;
    case 'keys':
      app.sheet = 'keys';
      return true;
    case 'open':
      client.chooseFolder().catch(app.fail);
      return true;
    case 'refresh':
      client.refresh().catch(app.fail);
      app.announce(m.refresh());
      return true;
    case 'close':
      return close(app);
  }
}

/** Esc closes the nearest thing that is open. */
function close(app: App): boolean {
  if (app.sheet !== null) return false;
  if (app.settingsOpen) app.settingsOpen = false;
  else if (app.marking.now) {
    app.marking.clear();
    getSelection()?.removeAllRanges();
  } else if (app.find.open) app.find.close();
  else if (app.evidence.lit) {
    app.evidence.clear();
    document.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
  } else if (app.notes.attaching !== null) app.notes.attaching = null;
  else if (app.notes.active !== null) {
    app.notes.active = null;
    document.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
  } else return false;
  return true;
}

function focusFilter(app: App): boolean {
  if (!app.showsLibrary) app.toggleLibrary();
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('#library-filter')?.select());
  return true;
}

function walkFindings(app: App, by: 1 | -1): boolean {
  const { reader } = app;
  const count = reader.findings.length;
  if (count === 0) return false;
  reader.mountAll();
  const index = reader.finding < 0 ? (by === 1 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, reader.finding + by));
  if (toFinding(document, index)) reader.finding = index;
  return true;
}

/** To the next name of the text; from the finding or the passage that the reader is at, where none is shown. */
async function walkNames({ reader, names, announce }: App, by: 1 | -1): Promise<void> {
  reader.mountAll();
  const near = document.activeElement?.closest('.pair, .paragraph')?.querySelector<HTMLElement>('[data-passage]')?.dataset.passage;
  if (!(await names.step(by, near ?? reader.findings[reader.finding]?.claim?.id ?? reader.stage?.place()?.passage))) announce(m.said_no_more_names());
}

/** The marks of the open paper's doubts in order, and whether each is still open. */
function doubts({ reader }: App): { mark: HTMLElement; open: boolean }[] {
  reader.mountAll();
  return doubtsOf(reader.paper).flatMap(({ pair, quantity, doubt }) => {
    const root = reader.element(pair.claim.id);
    const mark = root && marksOf(root, quantity.span).marks[0];
    return mark ? [{ mark, open: doubt.settled === null }] : [];
  });
}

function focusDoubt(app: App, mark: HTMLElement | undefined): void {
  app.evidence.clear();
  mark?.focus({ preventScroll: true });
  mark?.scrollIntoView({ block: 'center' });
}

/** To the open doubt after the focus; after the paper's last one, to the first of the next paper that has any. */
async function walkDoubts(app: App, by: 1 | -1): Promise<void> {
  const marks = doubts(app);
  const at = marks.findIndex(({ mark }) => mark === document.activeElement || mark === app.evidence.lit?.anchor);
  const ahead = by === 1 ? marks.slice(at + 1) : marks.slice(0, at < 0 ? marks.length : at).reverse();
  const next = ahead.find(({ open }) => open);
  if (next) return focusDoubt(app, next.mark);
  const paper = app.reader.paper;
  if (!paper) return;
  const filter = { ...app.library.filter, doubts: true };
  const id = await app.client.neighbour(paper.id, filter, by === 1 ? 'next' : 'previous').catch(() => null);
  if (id === null || id === paper.id) {
    app.tell({ kind: 'said', text: !marks.some(({ open }) => open) ? m.said_no_doubts() : by === 1 ? m.said_last_doubt() : m.said_first_doubt() });
    return;
  }
  await app.open(id);
  await tick();
  const there = doubts(app).filter(({ open }) => open);
  focusDoubt(app, there.at(by === 1 ? 0 : -1)?.mark);
}

/** To a doubt that the list of all doubts names. */
export async function toDoubt(app: App, paper: string, key: string): Promise<void> {
  app.sheet = null;
  if (app.reader.paper?.id !== paper) await app.open(paper);
  else app.reader.jumped(app.reader.stage?.place() ?? null);
  await tick();
  const at = doubtsOf(app.reader.paper).findIndex(({ doubt }) => doubt.key === key);
  focusDoubt(app, doubts(app)[at]?.mark);
}
