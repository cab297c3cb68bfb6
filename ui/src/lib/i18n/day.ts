// Days, months and counts as the reader's language writes them.
import { shownLocale } from './locale.svelte';

/** `2026-09-30` → `2026-09-30 周三`; other strings pass as they are. */
export function dayLabel(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const weekday = new Intl.DateTimeFormat(shownLocale(), { weekday: 'short', timeZone: 'UTC' }).format(date);
  return `${day} ${weekday}`;
}

/** `2026-09` → `2026年9月` or `September 2026`. */
export function monthLabel(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  return new Intl.DateTimeFormat(shownLocale(), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(date);
}

/** `2340` → `2,340`. */
export function count(n: number): string {
  return new Intl.NumberFormat(shownLocale()).format(n);
}
