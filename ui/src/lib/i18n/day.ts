// Days, months and counts as the reader's language writes them.
import { shownLocale } from './locale.svelte';

/** What `make` made for each locale: making one takes longer than a hundred uses of it. */
function once<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const locale = shownLocale();
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

const weekdays = once((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));
const months = once((locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }));
const dates = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const ages = once((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const numbers = once((locale) => new Intl.NumberFormat(locale));

/** `2026-09-30` → `2026-09-30 周三`; other strings pass as they are. */
export function dayLabel(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return `${day} ${weekdays().format(date)}`;
}

/** `2026-09` → `2026年9月` or `September 2026`. */
export function monthLabel(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  return months().format(date);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A moment as one speaks of it: minutes and hours ago, then the day. */
export function timeLabel(ms: number, now = Date.now()): string {
  const ago = now - ms;
  const relative = ages();
  if (ago < MINUTE_MS) return relative.format(0, 'second');
  if (ago < 60 * MINUTE_MS) return relative.format(-Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < DAY_MS) return relative.format(-Math.floor(ago / (60 * MINUTE_MS)), 'hour');
  if (ago < 7 * DAY_MS) return relative.format(-Math.floor(ago / DAY_MS), 'day');
  return dates().format(ms);
}

/** `2340` → `2,340`. */
export function count(n: number): string {
  return numbers().format(n);
}
