// The client of the app. The only file that knows Tauri.
import { invoke, type InvokeArgs } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { asCommandError, type Client } from './client';
import type { Event } from './generated/wire';

async function call<Answer>(command: string, args?: InvokeArgs): Promise<Answer> {
  try {
    return await invoke<Answer>(command, args);
  } catch (error) {
    throw asCommandError(error);
  }
}

/** The page runs inside the app. */
export function insideApp(): boolean {
  return '__TAURI_INTERNALS__' in window;
}

export const tauri: Client = {
  start: () => call('start'),
  rows: (filter, first, count) => call('rows', { filter, first, count }),
  neighbour: (id, filter, direction) => call('neighbour', { id, filter, direction }),
  openPaper: (id) => call('open_paper', { id }),
  source: (id, fileId) => call('source_text', { id, fileId }),
  setName: (id, name) => call('set_name', { id, name }),
  setRead: (id, read) => call('set_read', { id, read }),
  finishReading: (id) => call('finish_reading', { id }),
  settle: (id, doubt, settlement) => call('settle', { id, doubt, settlement }),
  setPlace: (id, place) => call('set_place', { id, place }),
  setSettings: (settings) => call('set_settings', { settings }),
  chooseFolder: () => call('choose_folder'),
  chooseFiles: () => call('choose_files'),
  removeSource: (id) => call('remove_source', { id }),
  refresh: () => call('refresh'),
  cancelScan: () => call('cancel_scan'),
  search: (text, papers) => call('search', { text, papers }),
  findInPaper: (id, text) => call('find_in_paper', { id, text }),
  paperNames: (id) => call('paper_names', { id }),
  nameCount: (name) => call('name_count', { name }),
  pauseIndexing: () => call('pause_indexing'),
  resumeIndexing: () => call('resume_indexing'),
  namePage: (name) => call('name_page', { name }),
  openLink: (paperId, index) => call('open_link', { paperId, index }),
  copyText: (text) => call('copy_text', { text }),
  painted: (drawn) => call('painted', { drawn }),
  keepPage: (page) => call('keep_page', { page }),
  notes: (paper) => call('paper_notes', { paper }),
  annotate: (paper, draft) => call('annotate', { paper, draft }),
  editNote: (paper, note, edit) => call('edit_note', { paper, note, edit }),
  setPaperNote: (paper, base, note) => call('set_paper_note', { paper, base, note }),
  deleteNotes: (paper, notes) => call('delete_notes', { paper, notes }),
  restoreNotes: (paper, notes) => call('restore_notes', { paper, notes }),
  noteVersions: (paper, note) => call('note_versions', { paper, note }),
  retryUnsaved: () => call('retry_unsaved'),
  undo: () => call('undo'),
  redo: () => call('redo'),
  allNotes: (filter, first, count) => call('all_notes', { filter, first, count }),
  matchNotes: (paper, text) => call('match_notes', { paper, text }),
  tags: () => call('tags'),
  renameTag: (from, to) => call('rename_tag', { from, to }),
  setStarred: (paper, starred) => call('set_starred', { paper, starred }),
  previewNote: (markdown) => call('preview_note', { markdown }),
  openNoteLink: (url) => call('open_note_link', { url }),
  chooseNotebook: () => call('choose_notebook'),
  exportChoice: () => call('export_choice'),
  setExportWays: (ways) => call('set_export_ways', { ways }),
  chooseExportFolder: () => call('choose_export_folder'),
  chooseExportTemplate: () => call('choose_export_template'),
  exportPreview: (ask, paper) => call('export_preview', { ask, paper }),
  runExport: (ask, dry) => call('run_export', { ask, dry }),
  cancelExport: () => call('cancel_export'),
  showExportFolder: () => call('show_export_folder'),
  wordsMarkdown: (paper, stretches, chinese) => call('words_markdown', { paper, stretches, chinese }),
  wordsLink: (paper, stretches, note) => call('words_link', { paper, stretches, note }),
  printView: (paper, chinese) => call('print_view', { paper, chinese }),
  backUp: () => call('back_up'),
  previewRestore: () => call('preview_restore'),
  restore: (id, mode) => call('restore', { id, mode }),
  exportAnnotations: () => call('export_annotations'),
  importAnnotations: () => call('import_annotations'),
  cancelTransfer: () => call('cancel_transfer'),
  answerClose: (ready) => call('answer_close', { ready }),
  async onEvent(listener) {
    await listen<Event>('kaozheng', (event) => listener(event.payload));
  },
};
