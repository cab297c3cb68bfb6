// Search of the client in memory: words, phrases and the fields; a small stand-in for the shell's.
import { findAll, fold, type Hit as Span } from './memory-fold';
import type { FoundSpan, Hit, NameCount, NameFinding, NamePage, PaperView, PassageView, SearchView } from './generated/wire';

interface Passage {
  view: PassageView;
  field: 'text' | 'claim' | 'quote';
  section: string;
  finding: number | null;
  quote: PassageView | null;
  audit: NameFinding['audit'] | null;
}

function passagesIn(paper: PaperView): Passage[] {
  return paper.sections.flatMap((section) =>
    section.blocks.flatMap((block): Passage[] => {
      if (block.kind === 'passage') return [{ view: block.passage, field: 'text', section: section.kind, finding: null, quote: null, audit: null }];
      const { claim, quote, number: finding, audit } = block;
      const claims: Passage[] = claim ? [{ view: claim, field: 'claim', section: section.kind, finding, quote, audit }] : [];
      return quote ? [...claims, { view: quote, field: 'quote', section: section.kind, finding, quote: null, audit: null }] : claims;
    }));
}

/** Words to find and the field to look in. */
function read(query: string): { words: string[]; field: string | null } {
  let field: string | null = null;
  const words: string[] = [];
  for (const [, phrase, word] of query.matchAll(/"([^"]*)"?|(\S+)/g)) {
    const filter = /^in:(text|claim|quote|note)s?$/.exec(word ?? '');
    if (/^match:(word|script)$/.test(word ?? '')) continue;
    if (filter) field = filter[1] ?? null;
    else if ((phrase ?? word ?? '').trim() !== '') words.push(phrase ?? word ?? '');
  }
  return { words, field };
}

function places(text: string, words: string[]): Span[] {
  const folded = fold(text);
  return words.flatMap((word) => findAll(folded, word)).sort((a, b) => a.start - b.start);
}

export function searchIn(papers: PaperView[], query: string, most: number): SearchView {
  const { words, field } = read(query);
  const groups = papers.flatMap((paper) => {
    const hits = passagesIn(paper).flatMap(({ view, field: own, section, finding }, passage): Hit[] => {
      const folded = fold(view.text);
      if ((field !== null && field !== own) || words.some((word) => findAll(folded, word).length === 0)) return [];
      const spans = places(view.text, words);
      const start = Math.max(0, (spans[0]?.start ?? 0) - 20);
      const cut = start > 0 ? '…' : '';
      const text = cut + view.text.slice(start, start + 90) + (view.text.length > start + 90 ? '…' : '');
      const moved = spans.map((span) => ({ start: span.start - start + cut.length, end: span.end - start + cut.length }));
      return [{ passage, field: own, section, finding, loose: false, snippet: { text, spans: moved.filter(({ end }) => end < text.length), lang: view.lang } }];
    });
    return hits.length === 0 ? [] : [{ id: paper.id, name: paper.name, day: paper.day, total: hits.length, hits: hits.slice(0, 4) }];
  });
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  return {
    total, papers: groups.length, loosened: false, notLookedAt: 0, groups: groups.slice(0, most), totalNotes: 0, notes: [],
    hints: (query.match(/"/g)?.length ?? 0) % 2 === 1 ? [{ kind: 'openQuote' }] : [], indexing: { state: 'complete' }, tookMs: 1.4,
  };
}

export function findIn(paper: PaperView | undefined, query: string): FoundSpan[] {
  if (!paper) return [];
  const { words } = read(query);
  return passagesIn(paper).flatMap(({ view }, passage) => places(view.text, words).map((span) => ({ passage, span })));
}

/** What looks like a coined name. */
const NAME = /[A-Z][\w.-]*[A-Z0-9][\w-]*/g;

export function namesIn(paper: PaperView | undefined): FoundSpan[] {
  if (!paper) return [];
  return passagesIn(paper).flatMap(({ view }, passage) =>
    [...view.text.matchAll(NAME)].map(({ 0: name, index }) => ({ passage, span: { start: index, end: index + name.length } })));
}

export function countOf(papers: PaperView[], name: string): NameCount {
  return { papers: searchIn(papers, `"${name}"`, 1).papers, complete: true };
}

export function pageOf(papers: PaperView[], name: string): NamePage {
  const findings = papers.flatMap((paper) =>
    passagesIn(paper).flatMap(({ view, field, finding, quote, audit }, passage): NameFinding[] => {
      const names = places(view.text, [name]);
      if (field !== 'claim' || names.length === 0 || !audit) return [];
      return [{ paper: paper.id, paperName: paper.name, day: paper.day, number: finding ?? 0, passage, claim: view.text, names, quote: quote?.text ?? '', audit }];
    }));
  const all = searchIn(papers, `"${name}"`, papers.length);
  return { name, papers: all.papers, passages: all.total, findings };
}
