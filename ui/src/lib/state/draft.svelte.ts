// A note while it is being written: kept as one types, never in the middle of a composition, and never dropped when it
// cannot be kept.
import { asCommandError } from '../ipc/client';
import type { Cause, CommandError } from '../ipc/generated/wire';

export type Saving = { state: 'kept' } | { state: 'waiting' } | { state: 'failed'; error: CommandError };

/** Typing is kept this long after the last key; a failure is tried again after a longer while. In milliseconds. */
const SAVE_AFTER_MS = 250;
const RETRY_AFTER_MS = 2000;

/** Writes the text; `base` is what the reader began from. Resolves to the text as it stands now, merged, and why it is not on the disk. */
export type Write = (base: string, text: string) => Promise<{ text: string; unsaved: Cause | null }>;

export class Draft {
  text: string;
  saving = $state.raw<Saving>({ state: 'kept' });
  /** What the shell had when the reader's changes began. */
  private base: string;
  private composing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;

  constructor(
    text: string,
    private readonly write: Write,
  ) {
    this.text = $state(text);
    this.base = text;
  }

  /** Everything typed is kept. */
  get clean(): boolean {
    return this.text === this.base && this.running === null;
  }

  type(text: string): void {
    this.text = text;
    this.later(SAVE_AFTER_MS);
  }

  composition(begins: boolean): void {
    this.composing = begins;
    if (begins) clearTimeout(this.timer);
    else this.later(SAVE_AFTER_MS);
  }

  /** Others changed the note. What the reader has typed stays and is merged when it is kept. */
  changed(text: string): void {
    // A field is never filled anew under an input method.
    if (!this.clean || this.composing) return;
    this.base = text;
    this.text = text;
  }

  /** Keeps what is typed now. Resolves to whether all of it is kept. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    for (let tries = 0; tries < 3 && !this.clean; tries += 1) {
      await (this.running ?? this.keep());
      if (this.saving.state === 'failed') break;
    }
    return this.clean && this.saving.state !== 'failed';
  }

  private later(after: number): void {
    clearTimeout(this.timer);
    if (this.composing || this.text === this.base) return;
    if (this.saving.state === 'kept') this.saving = { state: 'waiting' };
    this.timer = setTimeout(() => void this.keep(), after);
  }

  private keep(): Promise<void> {
    this.running ??= this.send().finally(() => {
      this.running = null;
      if (this.saving.state === 'failed') this.later(RETRY_AFTER_MS);
      else if (this.text === this.base) this.saving = { state: 'kept' };
      else this.later(SAVE_AFTER_MS);
    });
    return this.running;
  }

  private async send(): Promise<void> {
    const sent = this.text;
    if (sent === this.base) return;
    try {
      const answer = await this.write(this.base, sent);
      // What was typed meanwhile began from what was sent; what others wrote is in the shell's text and is merged then.
      const untouched = this.text === sent && !this.composing;
      this.base = untouched ? answer.text : sent;
      if (untouched) this.text = answer.text;
      this.saving = answer.unsaved === null ? { state: 'kept' } : { state: 'failed', error: notSaved(answer.unsaved) };
    } catch (error) {
      this.saving = { state: 'failed', error: asCommandError(error) };
    }
  }
}

const notSaved = (cause: Cause): CommandError => ({ code: 'notSaved', message: '', cause });
