// The keys of the application: the one source of the handler and of the sheet that lists them.
import { m } from '../i18n/generated/messages';

export type Action =
  | 'nextPaper' | 'previousPaper' | 'section' | 'nextFinding' | 'previousFinding' | 'nextDoubt' | 'previousDoubt' | 'doubts' | 'nextName' | 'previousName'
  | 'back' | 'forward' | 'search' | 'find' | 'findNext' | 'findPrevious' | 'larger' | 'smaller' | 'normalSize'
  | 'highlight' | 'note' | 'bookmark' | 'tag' | 'copyMarkdown' | 'copyLink' | 'cursor' | 'nextNote' | 'previousNote' | 'paperNote' | 'undo' | 'redo'
  | 'star' | 'notes' | 'allNotes' | 'export' | 'print' | 'library' | 'filter' | 'source' | 'toggleRead' | 'rename' | 'settings' | 'keys' | 'refresh' | 'open' | 'close';

export type Group = 'move' | 'read' | 'notes' | 'view' | 'library';

/** A key as `KeyboardEvent.key` gives it, letters in lower case. */
export interface Stroke {
  key: string;
  ctrl?: true;
  alt?: true;
  shift?: true;
}

export interface Binding {
  action: Action;
  group: Group;
  strokes: Stroke[];
  /** Also acts while a text field has the focus. */
  inFields?: true;
  label: () => string;
}

const key = (name: string): Stroke => ({ key: name });
const ctrl = (name: string): Stroke => ({ key: name, ctrl: true });

export const bindings: Binding[] = [
  { action: 'nextPaper', group: 'move', strokes: [key('n'), key(']')], label: () => m.key_next_paper() },
  { action: 'previousPaper', group: 'move', strokes: [key('p'), key('[')], label: () => m.key_previous_paper() },
  { action: 'section', group: 'move', strokes: ['1', '2', '3', '4', '5', '6', '7'].map(key), label: () => m.key_section() },
  { action: 'nextFinding', group: 'move', strokes: [key('j')], label: () => m.key_next_finding() },
  { action: 'previousFinding', group: 'move', strokes: [key('k')], label: () => m.key_previous_finding() },
  { action: 'nextDoubt', group: 'move', strokes: [key('d')], label: () => m.key_next_doubt() },
  { action: 'previousDoubt', group: 'move', strokes: [{ key: 'd', shift: true }], label: () => m.key_previous_doubt() },
  { action: 'doubts', group: 'move', strokes: [key('l')], label: () => m.key_doubts() },
  { action: 'nextName', group: 'move', strokes: [key('w')], label: () => m.key_next_name() },
  { action: 'previousName', group: 'move', strokes: [{ key: 'w', shift: true }], label: () => m.key_previous_name() },
  { action: 'back', group: 'move', strokes: [{ key: 'arrowleft', alt: true }], inFields: true, label: () => m.key_back() },
  { action: 'forward', group: 'move', strokes: [{ key: 'arrowright', alt: true }], inFields: true, label: () => m.key_forward() },
  { action: 'search', group: 'library', strokes: [ctrl('k')], inFields: true, label: () => m.key_search() },
  { action: 'find', group: 'read', strokes: [ctrl('f')], inFields: true, label: () => m.key_find() },
  { action: 'findNext', group: 'read', strokes: [ctrl('g'), key('f3')], inFields: true, label: () => m.key_find_next() },
  { action: 'findPrevious', group: 'read', strokes: [{ key: 'g', ctrl: true, shift: true }, { key: 'f3', shift: true }], inFields: true, label: () => m.key_find_previous() },
  { action: 'source', group: 'read', strokes: [key('u')], label: () => m.key_source() },
  { action: 'toggleRead', group: 'read', strokes: [key('m')], label: () => m.key_toggle_read() },
  { action: 'rename', group: 'read', strokes: [key('f2')], label: () => m.key_rename() },
  { action: 'highlight', group: 'notes', strokes: [key('h')], label: () => m.key_highlight() },
  { action: 'note', group: 'notes', strokes: [key('a')], label: () => m.key_note() },
  { action: 'bookmark', group: 'notes', strokes: [key('b')], label: () => m.key_bookmark() },
  { action: 'tag', group: 'notes', strokes: [key('t')], label: () => m.key_tag() },
  { action: 'copyMarkdown', group: 'notes', strokes: [key('c')], label: () => m.key_copy_markdown() },
  { action: 'copyLink', group: 'notes', strokes: [{ key: 'c', shift: true }], label: () => m.key_copy_link() },
  { action: 'cursor', group: 'notes', strokes: [key('v')], label: () => m.key_cursor() },
  { action: 'nextNote', group: 'notes', strokes: [key('.')], label: () => m.key_next_note() },
  { action: 'previousNote', group: 'notes', strokes: [key(',')], label: () => m.key_previous_note() },
  { action: 'paperNote', group: 'notes', strokes: [{ key: 'a', shift: true }], label: () => m.key_paper_note() },
  { action: 'undo', group: 'notes', strokes: [ctrl('z')], label: () => m.key_undo() },
  { action: 'redo', group: 'notes', strokes: [{ key: 'z', ctrl: true, shift: true }, ctrl('y')], label: () => m.key_redo() },
  { action: 'notes', group: 'notes', strokes: [key('i')], label: () => m.key_notes() },
  { action: 'allNotes', group: 'notes', strokes: [key('g')], label: () => m.key_all_notes() },
  { action: 'export', group: 'notes', strokes: [key('e')], label: () => m.key_export() },
  { action: 'print', group: 'notes', strokes: [ctrl('p')], inFields: true, label: () => m.key_print() },
  { action: 'star', group: 'read', strokes: [key('s')], label: () => m.key_star() },
  { action: 'larger', group: 'view', strokes: [ctrl('+'), ctrl('=')], inFields: true, label: () => m.key_larger() },
  { action: 'smaller', group: 'view', strokes: [ctrl('-')], inFields: true, label: () => m.key_smaller() },
  { action: 'normalSize', group: 'view', strokes: [ctrl('0')], inFields: true, label: () => m.key_normal_size() },
  { action: 'library', group: 'view', strokes: [key('\\'), ctrl('b')], label: () => m.key_library() },
  { action: 'settings', group: 'view', strokes: [ctrl(',')], label: () => m.key_settings() },
  { action: 'keys', group: 'view', strokes: [key('?')], label: () => m.key_keys() },
  { action: 'close', group: 'view', strokes: [key('escape')], inFields: true, label: () => m.key_close() },
  { action: 'filter', group: 'library', strokes: [key('/')], label: () => m.key_filter() },
  { action: 'open', group: 'library', strokes: [ctrl('o')], inFields: true, label: () => m.key_open() },
  { action: 'refresh', group: 'library', strokes: [key('f5'), ctrl('r')], inFields: true, label: () => m.key_refresh() },
];

/** Characters that a keyboard may need Shift for; Shift says nothing about them. */
const isLetter = (name: string) => /^[a-z]$/.test(name);
const isNamed = (name: string) => name.length > 1;

/** The binding that a key event asks for. */
export function bindingFor(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): Binding | undefined {
  const name = event.key.toLowerCase();
  const shiftCounts = isLetter(name) || isNamed(name);
  return bindings.find(({ strokes }) =>
    strokes.some((stroke) =>
      stroke.key === name &&
      (stroke.ctrl ?? false) === (event.ctrlKey || event.metaKey) &&
      (stroke.alt ?? false) === event.altKey &&
      (!shiftCounts || (stroke.shift ?? false) === event.shiftKey)));
}

/** How the sheet writes a stroke. */
export function strokeLabel(stroke: Stroke): string {
  const names: Record<string, string> = { arrowleft: '←', arrowright: '→', escape: 'Esc', f2: 'F2', f3: 'F3', f5: 'F5' };
  const parts = [stroke.ctrl ? 'Ctrl' : '', stroke.alt ? 'Alt' : '', stroke.shift ? 'Shift' : '', names[stroke.key] ?? stroke.key.toUpperCase()];
  return parts.filter((part) => part !== '').join(' ');
}
