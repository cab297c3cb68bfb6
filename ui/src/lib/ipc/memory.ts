// A small real client over data in memory: the interface in a plain browser, and in unit tests.
import type { Client, NotesClient } from './client';
import { MemoryExport } from './memory-export';
import { manyNotes, MemoryNotes } from './memory-notes';
import { countOf, findIn, namesIn, pageOf, searchIn } from './memory-search';
import type {
  CommandError, Event, FileView, NoteView, PaperRow, PaperView, Row, RowFilter, RowsPage, Scan, Settings, Settlement, Source, SourceView, Start,
} from './generated/wire';

/** What stands in `generated/sample.json`. */
export interface MemoryData {
  papers: PaperView[];
  /** Decoded texts by file id. */
  files: { id: number; text: string }[];
}

export interface MemoryOptions {
  /** Papers of the library; the data is repeated over earlier days until there are that many. */
  papers?: number;
  settings?: Partial<Settings>;
  systemChinese?: boolean;
  /** Marks that are there from the start, by paper. */
  notes?: Record<string, NoteView[]>;
  /** So many marks on the newest paper. */
  manyNotes?: number;
}

export const defaultSettings: Settings = {
  language: 'system', theme: 'system', textPx: 17, lineHeight: 1.9, measureEm: 46, readingFont: 'serif',
  showLibrary: true, showNotes: false, lists: true, libraryPx: 264, notesPx: 300, notesLayout: 'beside', copyTex: false,
  wholeWords: false, keepScript: false, recentSearches: [], savedSearches: [],
};

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** The data repeated to `count` papers, a day earlier each time round. */
function repeat(papers: PaperView[], count: number): PaperView[] {
  return Array.from({ length: count }, (_, index) => {
    const paper = papers[index % papers.length] as PaperView;
    const round = Math.floor(index / papers.length);
    if (round === 0) return paper;
    const day = new Date(Date.parse(`${paper.day || '2026-01-01'}T00:00:00Z`) - round * 86_400_000);
    return { ...paper, id: `${paper.id}-${round}`, day: day.toISOString().slice(0, 10), place: null };
  });
}

/** The paper with what the reader found out about one of its doubts. */
function settled(paper: PaperView, key: string, settlement: Settlement | null): PaperView {
  const copy = structuredClone(paper);
  for (const block of copy.sections.flatMap((section) => section.blocks)) {
    for (const { doubt } of block.audit?.quantities ?? []) if (doubt?.key === key) doubt.settled = settlement;
  }
  return copy;
}

/** A number that was not found and that the reader has not settled. */
function hasOpenDoubt(paper: PaperView): boolean {
  return paper.sections.flatMap((section) => section.blocks).some((block) =>
    (block.audit?.quantities ?? []).some(({ status, doubt }) => status === 'absent' && doubt !== null && doubt.settled === null));
}

function firstLine(paper: PaperView): string {
  for (const section of paper.sections) {
    if (section.kind === 'notice') continue;
    for (const block of section.blocks) if (block.kind === 'passage') return block.passage.text.slice(0, 90);
  }
  return '';
}

function rowOf(paper: PaperView, notes: number): PaperRow {
  const blocks = paper.sections.flatMap((section) => section.blocks);
  return {
    id: paper.id,
    name: paper.name,
    line: firstLine(paper),
    brief: paper.brief,
    topic: paper.topic,
    unread: paper.unread,
    starred: paper.starred,
    notes,
    missing: paper.missing,
    meter: blocks.flatMap((block) => {
      if (block.kind === 'finding') return [block.audit?.verdict ?? 'missing'];
      return block.audit ? [block.audit.verdict] : [];
    }),
  };
}

function matches(paper: PaperView, row: PaperRow, filter: RowFilter): boolean {
  if ((filter.unread && !paper.unread) || (filter.starred && !paper.starred) || (filter.noted && row.notes === 0)) return false;
  if (filter.topic !== null && paper.topic !== filter.topic) return false;
  if (filter.doubts && !hasOpenDoubt(paper)) return false;
  const haystack = fold([paper.name, paper.title, paper.topic, row.line, paper.day].join('\n'));
  return fold(filter.text).split(/\s+/).every((word) => haystack.includes(word));
}

/** Headers and papers in the order of the list. */
function layOut(papers: PaperRow[], dayOf: (id: string) => string): Row[] {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { id } of papers) {
    add(dayOf(id));
    add(dayOf(id).slice(0, 7));
  }
  const count = (key: string) => counts.get(key) ?? 0;
  const rows: Row[] = [];
  let day: string | undefined;
  for (const row of papers) {
    const its = dayOf(row.id);
    if (its !== day) {
      const month = its.slice(0, 7);
      if (month !== day?.slice(0, 7) && month !== '') rows.push({ kind: 'month', month, papers: count(month) });
      rows.push({ kind: 'day', day: its, papers: count(its) });
      day = its;
    }
    rows.push({ kind: 'paper', ...row });
  }
  return rows;
}

function gone(id: string): CommandError {
  return { code: 'paperGone', message: `No source holds the paper ${id} any more` };
}

/** A client over `data`. Answers come asynchronously, as the app's do. */
export function memoryClient(data: MemoryData, options: MemoryOptions = {}): Client {
  const papers = new Map<string, PaperView>();
  for (const paper of repeat(data.papers, options.papers ?? data.papers.length)) papers.set(paper.id, paper);
  let settings: Settings = { ...defaultSettings, ...options.settings };
  let generation = 1;
  const idle: Scan = { state: 'idle' };
  const listeners = new Set<(event: Event) => void>();
  const emit = (event: Event) => listeners.forEach((listener) => listener(event));
  const sorted = [...papers.keys()];
  sorted.sort((a, b) => (papers.get(b)?.day ?? '').localeCompare(papers.get(a)?.day ?? ''));
  let sources: Source[] = [
    { id: 1, name: 'sample', folder: true, missing: false, files: data.files.length, skipped: [], skippedCount: 0 },
  ];
  const notes = new MemoryNotes({
    papers,
    emit(event) {
      generation += 1;
      queueMicrotask(() => {
        emit(event);
        emit({ kind: 'libraryChanged', generation, scan: idle });
      });
    },
    amend: (id, changed) => void change(id, changed),
  });
  for (const [id, preset] of Object.entries(options.notes ?? {})) notes.preset(id, preset);
  const many = options.manyNotes ?? 0;
  const newest = papers.get(sorted[0] ?? '');
  if (many > 0 && newest) notes.preset(newest.id, manyNotes(newest, many));
  const kept = new Map<string, { generation: number; rows: Row[]; papers: number }>();

  function laidOut(filter: RowFilter): { rows: Row[]; papers: number } {
    const key = JSON.stringify(filter);
    const known = kept.get(key);
    if (known?.generation === generation) return known;
    const shown: PaperRow[] = [];
    for (const id of sorted) {
      const paper = papers.get(id);
      if (!paper) continue;
      const row = rowOf(paper, notes.count(paper.id));
      if (matches(paper, row, filter)) shown.push(row);
    }
    const made = { generation, rows: layOut(shown, (id) => papers.get(id)?.day ?? ''), papers: shown.length };
    kept.set(key, made);
    return made;
  }

  function page(filter: RowFilter, first: number, count: number): RowsPage {
    const { rows, papers: shown } = laidOut(filter);
    const all = [...papers.values()];
    const topics = new Map<string, number>();
    for (const { topic } of all) if (topic) topics.set(topic, (topics.get(topic) ?? 0) + 1);
    return {
      generation,
      first,
      rows: rows.slice(first, first + count),
      totalRows: rows.length,
      totalPapers: shown,
      allPapers: all.length,
      unreadPapers: all.filter((paper) => paper.unread).length,
      doubtPapers: all.filter(hasOpenDoubt).length,
      starredPapers: all.filter((paper) => paper.starred).length,
      notedPapers: all.filter(({ id }) => notes.count(id) > 0).length,
      topics: [...topics].sort((a, b) => b[1] - a[1]).slice(0, 40).map(([topic]) => topic),
      scan: idle,
    };
  }

  function change(id: string, changed: Partial<PaperView>): PaperView {
    const paper = papers.get(id);
    if (!paper) throw gone(id);
    const next = { ...paper, ...changed };
    papers.set(id, next);
    generation += 1;
    queueMicrotask(() => emit({ kind: 'libraryChanged', generation, scan: idle }));
    return next;
  }

  const noFilter: RowFilter = { text: '', unread: false, topic: null, doubts: false, starred: false, noted: false };
  const work: NotesClient = notes.client();
  return {
    ...work,
    ...new MemoryExport({ papers, notes: work }).client(),
    async start(): Promise<Start> {
      return {
        settings, sources, paper: papers.get(sorted[0] ?? '') ?? null, rows: page(noFilter, 0, 60), sample: true,
        notices: [], version: '0.1.0', systemChinese: options.systemChinese ?? true,
      };
    },
    async rows(filter, first, count) {
      return page(filter, first, count);
    },
    async neighbour(id, filter, direction) {
      const ids = laidOut(filter).rows.flatMap((row) => (row.kind === 'paper' ? [row.id] : []));
      // The paper itself may not be under the filter.
      const at = sorted.indexOf(id);
      const [before, after] = [sorted.slice(0, Math.max(0, at)), sorted.slice(at + 1)];
      const shown = new Set(ids);
      return (direction === 'next' ? after : before.reverse()).find((one) => shown.has(one)) ?? null;
    },
    async openPaper(id) {
      const paper = papers.get(id);
      if (!paper) throw gone(id);
      return paper;
    },
    async source(id, fileId): Promise<SourceView> {
      const paper = papers.get(id);
      const file = paper?.files.find((one: FileView) => one.id === fileId);
      const text = data.files.find((one) => one.id === fileId)?.text;
      if (!paper || !file || text === undefined) throw gone(id);
      const spans = paper.sections.flatMap((section) => section.blocks).flatMap((block) =>
        block.kind === 'passage' ? [block.passage.source] : [block.claim?.source, block.quote?.source].filter((s) => s !== undefined));
      const start = Math.min(...spans.map((span) => span.start));
      return { file, text, paper: { start, end: Math.max(...spans.map((span) => span.end)) }, warnings: paper.warnings };
    },
    async setName(id, name) {
      const paper = papers.get(id);
      if (!paper) throw gone(id);
      change(id, { name: name ?? paper.inferredName });
    },
    async setRead(id, read) {
      change(id, { unread: !read });
    },
    async finishReading(id) {
      change(id, { unread: false });
    },
    async settle(id, doubt, settlement) {
      const paper = papers.get(id);
      if (!paper) throw gone(id);
      change(id, settled(paper, doubt, settlement));
    },
    async setPlace(id, place) {
      const paper = papers.get(id);
      if (paper) papers.set(id, { ...paper, place });
    },
    async setSettings(next) {
      settings = next;
    },
    async chooseFolder() {
      emit({ kind: 'sourcesChanged', sources });
    },
    async chooseFiles() {
      emit({ kind: 'sourcesChanged', sources });
    },
    async removeSource(id) {
      sources = sources.filter((source) => source.id !== id);
      papers.clear();
      generation += 1;
      emit({ kind: 'libraryChanged', generation, scan: idle });
      emit({ kind: 'sourcesChanged', sources });
    },
    async refresh() {
      emit({ kind: 'libraryChanged', generation, scan: idle });
    },
    async cancelScan() {
      emit({ kind: 'libraryChanged', generation, scan: idle });
    },
    async search(text, most) {
      return searchIn(sorted.flatMap((id) => papers.get(id) ?? []), text, most);
    },
    async findInPaper(id, text) {
      return findIn(papers.get(id), text);
    },
    async paperNames(id) {
      return namesIn(papers.get(id));
    },
    async nameCount(name) {
      return countOf(sorted.flatMap((id) => papers.get(id) ?? []), name);
    },
    async pauseIndexing() {},
    async resumeIndexing() {},
    async namePage(name) {
      return pageOf(sorted.flatMap((id) => papers.get(id) ?? []), name);
    },
    async openLink(paperId, index) {
      const url = papers.get(paperId)?.links[index]?.url;
      if (!url || !/^https?:/.test(url)) throw { code: 'linkRefused', message: 'Not a web address' } satisfies CommandError;
      window.open(url, '_blank', 'noopener');
    },
    async copyText(text) {
      await navigator.clipboard.writeText(text);
    },
    async painted() {},
    async keepPage() {},
    async onEvent(listener) {
      listeners.add(listener);
    },
  };
}
