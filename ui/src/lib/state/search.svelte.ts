// The search field over everything: what is asked, what was found, what the arrow keys stand on.
import type { Client } from '../ipc/client';
import type { Hit, NoteHit, PaperHits, PaperRow, SearchView } from '../ipc/generated/wire';
import { bindings, type Binding } from '../keys/table';
import { asked } from './asked';
import type { Preferences } from './preferences.svelte';

/** Papers that are offered by name. */
const PAPERS = 4;
const COMMANDS = 4;
/** Papers with passages that an answer shows at first: a few views of the list. More come as the reader gets to its end. */
const FIRST = 12;
/** And at most: nobody walks that far, and what is not shown is told. */
const MOST = 400;
/** Items before the end of the list at which more are asked for. */
const NEAR_END = 6;
const RECENT = 8;
/** An answer that takes longer says so, in milliseconds. */
const SLOW_MS = 300;

/** Narrows where to look; written as the filter that it stands for. */
export type Chip = 'in:claims' | 'in:quotes' | 'in:text' | 'in:notes' | 'has:doubt';
export const chips: Chip[] = ['in:claims', 'in:quotes', 'in:text', 'in:notes', 'has:doubt'];

export type Item =
  | { kind: 'query'; query: string; saved: boolean }
  | { kind: 'command'; binding: Binding }
  | { kind: 'paper'; row: PaperRow }
  | { kind: 'hit'; paper: PaperHits; hit: Hit; first: boolean }
  | { kind: 'note'; note: NoteHit }
  | { kind: 'name'; name: string };

export class Search {
  open = $state(false);
  query = $state('');
  chip = $state<Chip | null>(null);
  answer = $state.raw<SearchView | null>(null);
  /** The answer, where it is the first one to its question: nothing of it was on the screen before. */
  first = $state.raw<SearchView | null>(null);
  papers = $state.raw<PaperRow[]>([]);
  /** The answer takes long. */
  waiting = $state(false);
  /** The name whose page is shown. */
  name = $state('');
  private chosen = $state(0);
  /** Papers that the answer is to show. */
  private shown = FIRST;
  /** Identity of the question that is wanted; answers to others are dropped. */
  private wanted = 0;
  private asking = false;
  /** The answer that is awaited is of a library that changed meanwhile. */
  private isStale = false;

  readonly recent = $derived.by(() => this.preferences.settings.recentSearches);
  readonly saved = $derived.by(() => this.preferences.settings.savedSearches);
  readonly isSaved = $derived(this.saved.includes(this.query.trim()));

  readonly items: Item[] = $derived.by(() => {
    const asked = this.query.trim();
    if (asked === '' && this.chip === null) {
      const recent = this.recent.filter((query) => !this.saved.includes(query));
      return [...this.saved.map((query) => ({ kind: 'query' as const, query, saved: true })), ...recent.map((query) => ({ kind: 'query' as const, query, saved: false }))];
    }
    const hits = (this.answer?.groups ?? []).flatMap((paper) => paper.hits.map((hit, at): Item => ({ kind: 'hit', paper, hit, first: at === 0 })));
    const notes = (this.answer?.notes ?? []).map((note): Item => ({ kind: 'note', note }));
    const papers = this.papers.map((row): Item => ({ kind: 'paper', row }));
    const name = nameIn(asked);
    const names: Item[] = name !== null && this.chip === null && (this.answer?.total ?? 0) > 0 ? [{ kind: 'name', name }] : [];
    return [...this.commands(asked), ...papers, ...notes, ...hits, ...names];
  });
  /** Index into `items`; -1 without items. */
  readonly current: number = $derived(Math.min(this.chosen, this.items.length - 1));

  constructor(
    private readonly client: Client,
    private readonly preferences: Preferences,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Opens the field; selected words are asked for at once. */
  show(selected: string): void {
    const words = selected.replace(/\s+/g, ' ').trim();
    this.open = true;
    if (words !== '' && words.length <= 80) void this.ask(words.includes(' ') ? `"${words.replaceAll('"', '')}"` : words);
    else this.renew();
  }

  close(): void {
    this.open = false;
  }

  async ask(query: string, chip: Chip | null = this.chip): Promise<void> {
    this.query = query;
    this.chip = chip;
    this.chosen = 0;
    this.shown = FIRST;
    this.isStale = false;
    await this.fetch('aloud');
  }

  /** Whether something keeps away what the words alone would find. */
  readonly isNarrowed = $derived.by(() => this.chip !== null || this.preferences.settings.wholeWords || this.preferences.settings.keepScript);

  /** The words alone, wherever they stand. */
  widen(): void {
    this.preferences.change({ wholeWords: false, keepScript: false });
    void this.ask(this.query, null);
  }

  /**
   * The library or the index changed: the same question again, after the answer that is on its way. Changes may come
   * faster than answers.
   */
  renew(): void {
    this.isStale = this.asking;
    if (this.open && !this.asking && (this.query.trim() !== '' || this.chip !== null)) void this.fetch('quietly');
  }

  step(by: number): void {
    const count = this.items.length;
    if (count > 0) this.chosen = Math.abs(by) === 1 ? (this.current + by + count) % count : Math.min(count - 1, Math.max(0, this.current + by));
    if (this.current >= count - NEAR_END) this.more();
  }

  /** The end of the list is near: more of what was found. */
  more(): void {
    const answer = this.answer;
    if (this.asking || answer === null || this.shown >= Math.min(answer.papers, MOST)) return;
    this.shown = Math.min(MOST, this.shown * 3);
    void this.fetch('quietly');
  }

  /** Papers that were found and are not shown, however far the reader walks. */
  readonly beyond = $derived.by(() => (this.answer && this.answer.groups.length >= MOST ? this.answer.papers - MOST : 0));

  choose(index: number): void {
    this.chosen = index;
  }

  /** The question was worth keeping: something that it found was opened. */
  keep(): void {
    const query = this.query.trim();
    if (query !== '') this.preferences.change({ recentSearches: [query, ...this.recent.filter((one) => one !== query)].slice(0, RECENT) });
  }

  toggleSaved(query = this.query.trim()): void {
    if (query === '') return;
    const saved = this.saved.includes(query) ? this.saved.filter((one) => one !== query) : [...this.saved, query];
    this.preferences.change({ savedSearches: saved });
  }

  forget(query: string): void {
    this.preferences.change({
      recentSearches: this.recent.filter((one) => one !== query),
      savedSearches: this.saved.filter((one) => one !== query),
    });
  }

  /** `aloud`: says so when it takes long; a renewed answer keeps the old one and its words on screen meanwhile. */
  private async fetch(how: 'aloud' | 'quietly'): Promise<void> {
    this.wanted += 1;
    const request = this.wanted;
    const query = this.query.trim();
    const text = asked(query, this.preferences.settings, this.chip);
    // Behind the sign only commands are meant.
    if (text === '' || /^[>＞]/.test(query)) {
      this.asking = false;
      this.answer = null;
      this.papers = [];
      return;
    }
    this.asking = true;
    const slow = setTimeout(() => (this.waiting = how === 'aloud' && request === this.wanted), SLOW_MS);
    try {
      const filter = { text: query, unread: false, topic: null, doubts: false, starred: false, noted: false };
      const named = query === '' || this.chip !== null ? null : this.client.rows(filter, 0, PAPERS * 4);
      const [answer, rows] = await Promise.all([this.client.search(text, this.shown), named]);
      // Something else was asked of the shell meanwhile.
      if (request === this.wanted && answer === null) this.isStale = true;
      if (request !== this.wanted || answer === null) return;
      this.answer = answer;
      if (how === 'aloud') this.first = answer;
      this.papers = (rows?.rows ?? []).flatMap((row) => (row.kind === 'paper' ? [row] : [])).slice(0, PAPERS);
    } catch (error) {
      if (request === this.wanted) this.failed(error);
    } finally {
      clearTimeout(slow);
      if (request === this.wanted) {
        this.waiting = false;
        this.asking = false;
        if (this.isStale) this.renew();
      }
    }
  }

  private commands(asked: string): Item[] {
    const wanted = asked.replace(/^[>＞]\s*/, '').toLowerCase();
    const all = wanted !== asked.toLowerCase();
    if (this.chip !== null || (wanted.length < 2 && !all)) return [];
    const fits = bindings.filter(({ action, label }) => !['search', 'close', 'section'].includes(action) && label().toLowerCase().includes(wanted));
    return fits.slice(0, all ? bindings.length : COMMANDS).map((binding) => ({ kind: 'command', binding }));
  }
}

/** The name that a query is, if it is nothing but one: without filters, exclusions and alternatives. */
export function nameIn(query: string): string | null {
  const bare = query.replace(/^["“](.*)["”]$/, '$1').trim();
  const plain = bare.length >= 2 && !/["“”:：|]|(^|\s)-|\bOR\b/.test(bare);
  return plain && /[A-Za-z]/.test(bare) ? bare : null;
}
