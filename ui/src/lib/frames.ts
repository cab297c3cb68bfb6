// Waiting for the screen.

/** Two frames: the first one lays out what is there now, the second one begins after it is on screen. */
export function onScreen(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
