// A query with everything that narrows it, in the words of the language of queries.
import type { Settings } from '../ipc/generated/wire';

/** Filters stand before the query: an open quotation mark runs to its end. */
export function asked(query: string, settings: Pick<Settings, 'wholeWords' | 'keepScript'>, chip: string | null = null): string {
  const words = query.trim();
  if (words === '' && chip === null) return '';
  return [chip ?? '', settings.wholeWords ? 'match:word' : '', settings.keepScript ? 'match:script' : '', words].filter((part) => part !== '').join(' ');
}
