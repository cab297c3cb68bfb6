// Keeps keys away from the application while an input method composes.
//
// Engines disagree about the key that ends a composition: some send `keydown` (229, composing) before `compositionend`,
// some send `compositionend` first and then a `keydown` that looks like any other. Both belong to the input method.

/** How long after `compositionend` a key still belongs to the input method, in milliseconds. */
const TAIL_MS = 60;

type Composed = Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key' | 'timeStamp'>;

export class CompositionGuard {
  /** The input method has words that are not done. */
  composes = false;
  private endedAt = Number.NEGATIVE_INFINITY;

  started(): void {
    this.composes = true;
  }

  ended(timeStamp: number): void {
    this.composes = false;
    this.endedAt = timeStamp;
  }

  /** What happens at this time is the input method's, as the closing of a dialog by its Esc. */
  covers(timeStamp: number): boolean {
    return this.composes || timeStamp - this.endedAt <= TAIL_MS;
  }

  /** The key belongs to the input method. */
  owns(event: Composed): boolean {
    if (this.composes || event.isComposing || event.keyCode === 229) return true;
    if (event.key === 'Process' || event.key === 'Dead' || event.key === 'Unidentified') return true;
    const late = event.timeStamp - this.endedAt <= TAIL_MS;
    // One key only: the next one is the reader's.
    this.endedAt = Number.NEGATIVE_INFINITY;
    return late;
  }
}

/** The focus is where the reader writes. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type);
}
