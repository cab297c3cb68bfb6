// The language of the interface as state: messages read in markup follow it at once.
import { overwriteGetLocale, type Locale } from './generated/runtime';
import type { Language } from '../ipc/generated/wire';

class CurrentLocale {
  value = $state<Locale>('zh-Hans');
}

const current = new CurrentLocale();
overwriteGetLocale(() => current.value);

/** The language that the reader's choice and the system give together. */
export function localeOf(language: Language, systemChinese: boolean): Locale {
  if (language === 'zh') return 'zh-Hans';
  if (language === 'en') return 'en';
  return systemChinese ? 'zh-Hans' : 'en';
}

/** Changes every message on screen. */
export function showLocale(locale: Locale): void {
  current.value = locale;
}

export function shownLocale(): Locale {
  return current.value;
}
