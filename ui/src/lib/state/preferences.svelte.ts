// The reader's choices about look and panes: shown at once, stored a moment later.
import type { Client } from '../ipc/client';
import type { Settings } from '../ipc/generated/wire';
import { localeOf, showLocale } from '../i18n/locale.svelte';

/** Limits that the shell also keeps: see the wire's `Settings`. */
export const limits = {
  textPx: { min: 12, max: 32, step: 1, normal: 17 },
  lineHeight: { min: 1.4, max: 2.6, step: 0.1, normal: 1.9 },
  measureEm: { min: 32, max: 80, step: 2, normal: 46 },
  libraryPx: { min: 180, max: 480, step: 8, normal: 264 },
  notesPx: { min: 220, max: 520, step: 8, normal: 300 },
} as const;

export type Measured = keyof typeof limits;

const SAVE_AFTER_MS = 250;

export class Preferences {
  settings: Settings;
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    settings: Settings,
    private readonly systemChinese: boolean,
    private readonly failed: (error: unknown) => void,
  ) {
    this.settings = $state.raw(settings);
    showLocale(localeOf(settings.language, systemChinese));
  }

  change(part: Partial<Settings>): void {
    this.settings = { ...this.settings, ...part };
    showLocale(localeOf(this.settings.language, this.systemChinese));
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.client.setSettings(this.settings).catch(this.failed), SAVE_AFTER_MS);
  }

  /** Sets a measured choice, kept within its limits. */
  measure(name: Measured, value: number): void {
    const { min, max } = limits[name];
    this.change({ [name]: Math.round(Math.min(max, Math.max(min, value)) * 100) / 100 });
  }

  step(name: Measured, steps: number): void {
    this.measure(name, this.settings[name] + steps * limits[name].step);
  }
}
