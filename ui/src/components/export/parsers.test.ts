// Exports are read by other programs: two parsers that are not Rust's see the same text in them, and nothing else.
import { Parser, type Node } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import escaped from '../../../../tests/fixtures/export/escaped.json';
import quotes from '../../../../tests/fixtures/export/quotes.json';
import files from '../../../../tests/fixtures/export/files.json';

const file = (name: keyof typeof files) => `${files[name].join('\n')}\n`;

/** The text of a document and the kinds of what it is made of, outermost first. */
interface Seen {
  text: string;
  kinds: string[];
  quotes: string[];
}

/** A tree walked without recursion: what opens, what closes, what is text. */
type Step = { open: string } | { close: string } | { text: string };

function see(steps: Iterable<Step>): Seen {
  const seen: Seen = { text: '', kinds: [], quotes: [] };
  let inQuote = 0;
  for (const step of steps) {
    if ('open' in step) {
      seen.kinds.push(step.open);
      if (step.open === 'quote' && inQuote++ === 0) seen.quotes.push('');
    } else if ('close' in step) {
      if (step.close === 'quote') inQuote -= 1;
      const end = step.close === 'paragraph' ? '\n' : '';
      seen.text += end;
      if (inQuote > 0) seen.quotes[seen.quotes.length - 1] += end;
    } else {
      seen.text += step.text;
      if (inQuote > 0) seen.quotes[seen.quotes.length - 1] += step.text;
    }
  }
  seen.quotes = seen.quotes.map((quote) => quote.trim());
  return seen;
}

const NAMES: Record<string, string> = { blockquote: 'quote', block_quote: 'quote', list_item: 'item', bullet_list: 'list', ordered_list: 'list', th: 'cell', td: 'cell' };
const named = (kind: string) => NAMES[kind] ?? kind;

function* markdownIt(markdown: string, preset: 'commonmark' | 'default'): Generator<Step> {
  for (const token of new MarkdownIt(preset, { html: true }).parse(markdown, {})) {
    for (const part of token.type === 'inline' ? (token.children ?? []) : [token]) {
      if (part.type === 'text') yield { text: part.content };
      else if (part.type === 'softbreak') yield { text: '\n' };
      else if (part.type.endsWith('_close')) yield { close: named(part.type.slice(0, -6)) };
      else yield { open: named(part.type.replace(/_open$/, '')) };
    }
  }
}

function* commonmark(markdown: string): Generator<Step> {
  const walker = new Parser().parse(markdown).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const node: Node = event.node;
    if (node.type === 'text') yield { text: node.literal ?? '' };
    else if (node.type === 'softbreak') yield { text: '\n' };
    else if (node.type === 'document') continue;
    else if (event.entering) yield { open: named(node.type) };
    else yield { close: named(node.type) };
  }
}

const PARSERS: [string, (markdown: string) => Seen][] = [
  ['markdown-it, CommonMark', (markdown) => see(markdownIt(markdown, 'commonmark'))],
  ['markdown-it, with tables and strikethrough', (markdown) => see(markdownIt(markdown, 'default'))],
  ['commonmark.js', (markdown) => see(commonmark(markdown))],
];

/** Paragraphs without white space at the ends of their lines, which Markdown does not keep. */
function paragraphs(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
  const parts = lines.join('\n').split(/\n{2,}/);
  return parts.map((part) => part.replace(/^\n+|\n+$/g, '')).filter((part) => part !== '');
}

describe.each(PARSERS)('%s', (_, parse) => {
  test('escaped text is that text and nothing else, wherever it stands', () => {
    for (const { text, ...places } of escaped) {
      const parts = paragraphs(text);
      const line = parts.join(' ').replaceAll('\n', ' ');
      expect(parse(places.paragraph)).toEqual({ kinds: parts.map(() => 'paragraph'), quotes: [], text: parts.map((part) => `${part}\n`).join('') });
      expect({ case: text, ...parse(`# ${places.heading}\n`) }).toEqual({ case: text, text: line, kinds: ['heading'], quotes: [] });
      expect({ case: text, ...parse(`（${places.inline}）`) }).toEqual({ case: text, text: `（${line}）\n`, kinds: ['paragraph'], quotes: [] });
      expect({ case: text, ...parse(`[${places.link}](u)`) }).toEqual({ case: text, text: `${line}\n`, kinds: ['paragraph', 'link'], quotes: [] });
    }
  });

  test('exported files give back the quotes', () => {
    for (const name of ['plain', 'logseq'] as const) expect(parse(file(name)).quotes).toEqual(quotes);
    // The first line of a callout is its title.
    expect(parse(file('obsidian')).quotes.map((quote) => quote.slice(quote.indexOf('\n') + 1))).toEqual(quotes);
  });

  test('whole papers and whole days give back the quotes too', () => {
    for (const name of ['plain-whole', 'plain-day', 'logseq-day'] as const) {
      const seen = parse(file(name)).quotes;
      for (const quote of quotes) expect(seen).toContain(quote);
    }
  });

  test('a day has a heading for each paper and each of its sections', () => {
    const headings = (name: keyof typeof files) => parse(file(name)).kinds.filter((kind) => kind === 'heading').length;
    const paper = headings('plain-whole');
    // The day's own, and both papers with their sections.
    expect(headings('plain-day')).toBe(1 + 2 * paper);
    expect(headings('logseq-day')).toBe(2 * paper);
  });
});

test('text in a cell leaves the table as it is', () => {
  for (const { text, cell } of escaped) {
    const line = paragraphs(text).join(' ').replaceAll('\n', ' ');
    const seen = see(markdownIt(`| a | b |\n|---|---|\n| ${cell} | z |\n`, 'default'));
    expect({ case: text, text: seen.text, cells: seen.kinds.filter((kind) => kind === 'cell').length }).toEqual({ case: text, text: `ab${line}z`, cells: 4 });
  }
});
