// The closed sets of the wire in the reader's language.
import type {
  Cause, CommandError, Deed, ExportOutcome, Found, LostReason, NoteColor, NoteKind, NotePlace, NotesTrouble, NoteState, Notice, SkipReason, Standing, Status,
} from '../ipc/generated/wire';
import { m } from './generated/messages';

export function skipReason(reason: SkipReason): string {
  const words: Record<SkipReason, () => string> = {
    linkLoop: m.skip_link_loop, linkOutside: m.skip_link_outside, dangling: m.skip_dangling, unreadable: m.skip_unreadable,
    notUtf8Name: m.skip_not_utf8_name, specialFile: m.skip_special_file, notADigest: m.skip_not_a_digest, tooLarge: m.skip_too_large,
  };
  return words[reason]();
}

/** `where` names what was compared: the quote, or the abstract. */
export function statusWord(status: Status, where: string): string {
  const words: Record<Status, (inputs: { where: string }) => string> = {
    exact: m.status_exact, normalized: m.status_normalized, derived: m.status_derived, absent: m.status_absent,
  };
  return words[status]({ where });
}

/** Numerals of a review's seven sections; other sections and other publishers have none. */
const numerals: Record<string, string> = {
  positioning: '①', background: '②', method: '③', evidence: '④', review: '⑤', limitations: '⑥', follow_up: '⑦',
};

export function numeral(kind: string, numbered: boolean): string {
  return numbered ? (numerals[kind] ?? '') : '';
}

/** A section's name, whole and for the outline. `other` keeps the source's own heading. */
export function sectionName(kind: string, heading: string | null): string {
  const names: Record<string, () => string> = {
    positioning: m.section_positioning, background: m.section_background, method: m.section_method, evidence: m.section_evidence,
    review: m.section_review, limitations: m.section_limitations, follow_up: m.section_follow_up, tldr: m.section_tldr,
    motivation: m.section_motivation, result: m.section_result, conclusion: m.section_conclusion, abstract: m.section_abstract,
    notice: m.section_notice,
  };
  return names[kind]?.() ?? heading ?? m.section_other();
}

export function sectionShort(kind: string, heading: string | null): string {
  const names: Record<string, () => string> = {
    positioning: m.short_positioning, background: m.short_background, method: m.short_method, evidence: m.short_evidence,
    review: m.short_review, limitations: m.short_limitations, follow_up: m.short_follow_up,
  };
  return names[kind]?.() ?? sectionName(kind, heading);
}

/** What is wrong in a source; kinds that are not known here keep the shell's English. */
export function warningWord(kind: string, message: string): string {
  const words: Record<string, () => string> = {
    empty: m.warning_empty, not_a_digest: m.warning_not_a_digest, no_date: m.warning_no_date, missing_section: m.warning_missing_section,
    finding_numbers: m.warning_finding_numbers, claim_without_quote: m.warning_claim_without_quote,
    quote_without_claim: m.warning_quote_without_claim, checksum: m.warning_checksum, field: m.warning_field, syntax: m.warning_syntax,
    unrecognised: m.warning_unrecognised, replaced: m.warning_replaced, encoding_guessed: m.warning_encoding_guessed, limit: m.warning_limit,
  };
  return words[kind]?.() ?? message;
}

/** A notice as a sentence with its way out. */
export function noticeWord(notice: Notice): string {
  switch (notice.kind) {
    case 'missingChineseFont':
      return m.notice_font({ package: notice.package });
    case 'notSaved':
      return m.notice_not_saved({ message: notice.message });
    case 'safeRenderer':
      return m.notice_renderer({ variable: notice.variable });
    case 'notADigest':
      return m.notice_not_a_digest({ name: notice.name });
    case 'cannotOpen':
      return m.notice_cannot_open({ name: notice.name, message: notice.message });
    case 'setAside':
      return m.notice_set_aside();
    case 'notWatched':
      return m.notice_not_watched();
    case 'notExported':
      return m.notice_not_exported();
    case 'notes':
      return m.notice_notes({ cause: causeWord(notice.cause) });
    case 'notesSetAside':
      return m.notice_notes_set_aside({ n: notice.count });
    case 'linkGone':
      return notice.what === 'paper' ? m.notice_link_paper() : m.notice_link_place();
  }
}

/** The shell's own sentence with file and cause, where the words leave it out. */
export function noticeDetail(notice: Notice): string {
  return notice.kind === 'notADigest' || notice.kind === 'setAside' || notice.kind === 'notWatched' || notice.kind === 'notExported' ? notice.message : '';
}

/** Some things after each other, as the language writes them. */
export function list(words: string[]): string {
  return words.join(m.list_comma());
}

/** What became of an exported file. */
export function exportWord(outcome: ExportOutcome): string {
  const words: Record<ExportOutcome, () => string> = {
    created: m.export_created, updated: m.export_updated, merged: m.export_merged, conflict: m.export_conflict,
    unchanged: m.export_unchanged, removed: m.export_removed, skipped: m.export_skipped, failed: m.export_failed,
  };
  return words[outcome]();
}

/** What the reader found out about a doubt. */
export function foundWord(found: Found): string {
  const words: Record<Found, () => string> = { right: m.found_right, wrong: m.found_wrong, unclear: m.found_unclear };
  return words[found]();
}

/** The sign of the same, for where there is no room for more. */
export const foundSign: Record<Found, string> = { right: '✓', wrong: '✗', unclear: '~' };

/** A failure as a sentence with its way out; the shell's own sentence follows for those who need it. */
export function errorWord(error: CommandError): string {
  const words: Record<CommandError['code'], () => string> = {
    paperGone: m.error_paper_gone, fileUnreadable: m.error_file_unreadable, notSaved: m.error_not_saved,
    linkRefused: m.error_link_refused, noteGone: m.error_note_gone, nothingMarked: m.error_nothing_marked,
    notesUnreadable: m.error_notes_unreadable, templateFaulty: m.error_template, noExportFolder: m.error_no_export_folder,
    notExported: m.error_not_exported, notABackup: m.error_not_a_backup, internal: m.error_internal,
  };
  return words[error.code]();
}

/** What follows the sentence: what is in the way, else the shell's own sentence where that tells more. */
export function errorDetail({ code, message, cause }: CommandError): string {
  if (cause) return causeWord(cause);
  return code === 'noteGone' || code === 'nothingMarked' ? '' : message;
}

/** What is in the way. */
export function causeWord(cause: Cause): string {
  const words: Record<Exclude<Cause['kind'], 'wrongName' | 'damaged' | 'other'>, () => string> = {
    gone: m.cause_gone, full: m.cause_full, folderGone: m.cause_folder_gone, forbidden: m.cause_forbidden, newer: m.cause_newer, stopped: m.cause_stopped,
    notAnArchive: m.cause_not_an_archive, foreign: m.cause_foreign, tooLarge: m.cause_too_large, noAnnotations: m.cause_no_annotations,
    foreignId: m.cause_foreign_id, noPaper: m.cause_no_paper, noSelector: m.cause_no_selector,
  };
  switch (cause.kind) {
    case 'wrongName':
      return m.cause_wrong_name({ name: cause.name });
    case 'damaged':
      return m.cause_damaged({ name: cause.name });
    case 'other':
      return cause.message;
    default:
      return words[cause.kind]();
  }
}

/** What of the notebook cannot be read, as a sentence. */
export function notesTroubleWord(trouble: NotesTrouble): string {
  switch (trouble.kind) {
    case 'damaged':
      return m.trouble_damaged({ file: shortPath(trouble.file) });
    case 'setAside':
      return m.trouble_set_aside({ file: shortPath(trouble.file) });
    case 'unknown':
      return m.trouble_unknown({ file: shortPath(trouble.file) });
    case 'unreadable':
      return m.trouble_unreadable({ file: shortPath(trouble.file), cause: causeWord(trouble.cause) });
    case 'waiting':
      return m.trouble_waiting({ n: trouble.count });
    case 'annotation':
      return m.trouble_annotation({ id: trouble.id.slice(0, 8) });
    case 'newer':
      return m.notes_read_only();
    case 'document':
      return m.trouble_document({ document: trouble.document.slice(0, 8), cause: causeWord(trouble.cause) });
    case 'folder':
      return m.trouble_folder({ cause: causeWord(trouble.cause) });
  }
}

/** Folder and file have long names of hexadecimal digits; their beginnings find them. */
const shortPath = (file: string) => file.replace(/[0-9a-f]{16,}/g, (name) => `${name.slice(0, 8)}…`);

export function formatName(format: string): string {
  const words: Record<string, () => string> = {
    text: m.format_text, html: () => 'HTML', json: m.format_json, markdown: () => 'Markdown', jsonl: () => 'JSON Lines',
  };
  return words[format]?.() ?? format;
}

export function colorWord(color: NoteColor): string {
  const words: Record<NoteColor, () => string> = { yellow: m.color_yellow, green: m.color_green, blue: m.color_blue, red: m.color_red };
  return words[color]();
}

export function kindWord(kind: NoteKind): string {
  const words: Record<NoteKind, () => string> = { highlight: m.kind_highlight, note: m.kind_note, bookmark: m.kind_bookmark, paper: m.paper_note };
  return words[kind]();
}

/** Where a mark was made: `③ 方法`, `④ 证据 10 引文`. */
export function placeWord({ section, finding, side }: NotePlace): string {
  if (section === null) return m.place_whole();
  const name = [numerals[section], sectionShort(section, null)].filter((part) => part !== undefined).join(' ');
  if (finding === null) return name;
  return m.place_finding({ section: name, n: finding, side: side === 'quote' ? m.side_quote() : m.side_claim() });
}

/** Empty where the words are where they were. */
export function stateWord(state: NoteState): string {
  switch (state.kind) {
    case 'exact':
      return '';
    case 'moved':
      return m.state_moved({ percent: Math.round(state.score * 100) });
    case 'ambiguous':
      return m.state_ambiguous({ n: state.places.length });
    case 'lost':
      return state.reason === 'noSection' ? m.state_absent() : m.state_lost();
  }
}

export function standingWord(standing: Standing | null): string {
  const words: Record<Standing, () => string> = { exact: () => '', moved: m.standing_moved, ambiguous: m.standing_ambiguous, lost: m.state_lost, absent: m.state_absent };
  return standing === null ? '' : words[standing]();
}

export function lostWord(reason: LostReason): string {
  const words: Record<LostReason, () => string> = {
    emptyQuote: m.lost_empty_quote, wordsGone: m.lost_words_gone, notFound: m.lost_not_found, otherContext: m.lost_other_context, noSection: m.lost_no_section,
  };
  return words[reason]();
}

/** What an undo or redo did, as a sentence. */
export function deedWord(deed: Deed, direction: 'undo' | 'redo'): string {
  const words: Record<Deed, () => string> = {
    add: m.deed_add, edit: m.deed_edit, recolor: m.deed_recolor, tag: m.deed_tag, bookmark: m.deed_bookmark, delete: m.deed_delete,
    restore: m.deed_restore, reattach: m.deed_reattach, paperNote: m.deed_paper_note, star: m.deed_star, read: m.deed_read, name: m.deed_name,
    settle: m.deed_settle, renameTag: m.deed_rename_tag, import: m.deed_import,
  };
  return direction === 'undo' ? m.said_undone({ deed: words[deed]() }) : m.said_redone({ deed: words[deed]() });
}
