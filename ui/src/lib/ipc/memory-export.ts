// Exports in a plain browser: files in memory, made of the notes there. No merge: nobody can edit them.
import type { ExportClient, NotesClient } from './client';
import type {
  ExportAsk, ExportChoice, ExportedFile, ExportPreview, ExportReport, ExportWays, NoteView, PaperNotes, PaperView, Stretch,
} from './generated/wire';
import { wordsOf } from '../state/marking.svelte';

/** What exports need of the client around them. */
export interface ExportSurroundings {
  papers: ReadonlyMap<string, PaperView>;
  notes: Pick<NotesClient, 'notes'>;
}

const quoted = (text: string) => text.split('\n').map((line) => `> ${line}`).join('\n');

export class MemoryExport {
  private choice: ExportChoice = {
    folder: null,
    own: null,
    ways: { template: 'plain', pattern: '{date} {name}', byDay: false, dayPattern: '{name}', context: false, formulas: false, whole: false, chinese: false, follow: false },
  };
  private readonly files = new Map<string, string>();

  constructor(private readonly around: ExportSurroundings) {}

  client(): ExportClient {
    const { exportChoice, setExportWays, chooseExportFolder, chooseExportTemplate, exportPreview, runExport } = this;
    const { cancelExport, showExportFolder, wordsMarkdown, wordsLink, printView } = this;
    return {
      exportChoice, setExportWays, chooseExportFolder, chooseExportTemplate, exportPreview, runExport, cancelExport, showExportFolder,
      wordsMarkdown, wordsLink, printView,
    };
  }

  exportChoice = () => Promise.resolve(this.choice);

  setExportWays = (ways: ExportWays) => {
    this.choice = { ...this.choice, ways };
    return Promise.resolve();
  };

  chooseExportFolder = () => {
    this.choice = { ...this.choice, folder: 'Notes' };
    return Promise.resolve(this.choice);
  };

  chooseExportTemplate = () => {
    this.choice = { ...this.choice, own: 'mine.md', ways: { ...this.choice.ways, template: 'own' } };
    return Promise.resolve(this.choice);
  };

  exportPreview = async (ask: ExportAsk, paper: string): Promise<ExportPreview | null> => {
    const view = this.around.papers.get(paper);
    return view ? this.file(view, await this.around.notes.notes(paper), ask) : null;
  };

  runExport = async (ask: ExportAsk, dry: boolean): Promise<ExportReport> => {
    const report: ExportReport = { files: [], unchanged: 0, troubles: [], backup: false, others: [], cancelled: false, dry };
    for (const view of this.around.papers.values()) {
      const { scope } = ask;
      if (scope.kind === 'papers' && !scope.papers.includes(view.id)) continue;
      if (scope.kind === 'day' && scope.day !== view.day) continue;
      const file = this.file(view, await this.around.notes.notes(view.id), ask);
      if (!file) continue;
      const before = this.files.get(file.name);
      if (before === file.markdown) {
        report.unchanged += 1;
        continue;
      }
      const outcome = before === undefined ? 'created' : 'updated';
      const diff = dry ? file.markdown.split('\n').map((text) => ({ kind: 'new', text })) : [];
      const done: ExportedFile = { path: file.name, renamedFrom: null, outcome, cause: null, notes: file.notes, conflicts: 0, returned: 0, twins: [], diff };
      report.files.push(done);
      if (!dry) this.files.set(file.name, file.markdown);
    }
    return report;
  };

  cancelExport = () => Promise.resolve();
  showExportFolder = () => Promise.resolve();

  wordsMarkdown = (paper: string, stretches: Stretch[]) => {
    const view = this.around.papers.get(paper);
    const blocks = wordsOf(view ?? null, stretches).map((words, at) => (stretches[at]?.passage.endsWith('.claim') ? words : quoted(words)));
    return Promise.resolve(`${[...blocks, `[${view?.name ?? ''}](kaozheng://paper/${paper})`].join('\n\n')}\n`);
  };

  wordsLink = (paper: string, _stretches: Stretch[], note: string | null) =>
    Promise.resolve(`kaozheng://paper/${paper}${note === null ? '' : `/note/${note}`}`);

  printView = async (paper: string) => (await this.exportPreview(this.whole(), paper))?.html ?? '';

  private whole(): ExportAsk {
    return {
      scope: { kind: 'all' }, format: 'markdown', ways: this.choice.ways,
      filter: { colors: [], tags: [], kinds: [], from: '', to: '', verdict: null, notes: [] },
    };
  }

  private file(view: PaperView, all: PaperNotes, { filter, ways }: ExportAsk): (ExportPreview & { notes: number }) | null {
    const fits = (note: NoteView) =>
      (filter.colors.length === 0 || filter.colors.includes(note.color)) &&
      (filter.kinds.length === 0 || filter.kinds.includes(note.kind)) &&
      filter.tags.every((tag) => note.tags.includes(tag));
    const notes = all.notes.filter((note) => !note.deleted && fits(note));
    if (notes.length === 0) return null;
    const name = `${ways.pattern.replaceAll('{date}', view.day).replaceAll('{name}', view.name)}.md`.replace(/[\\:*?"<>|]/g, '-');
    const blocks = notes.flatMap((note) => [note.quote.map(quoted).join('\n\n'), note.note, note.tags.map((tag) => `#${tag}`).join(' ')]);
    const markdown = [`# ${view.title ?? view.name}`, ...blocks.filter((text) => text !== '')].join('\n\n');
    const element = document.createElement('div');
    for (const text of markdown.split('\n\n')) {
      const block = element.appendChild(document.createElement(text.startsWith('> ') ? 'blockquote' : 'p'));
      block.textContent = text.replace(/^(> |# )/gm, '');
    }
    return { name, markdown: `${markdown}\n`, html: element.innerHTML, notes: notes.length };
  }
}
