// Waiting for the screen.

/** Two frames: the first one lays out what is there now, the second one begins after it is on screen. */
export function onScreen(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/** What is there now is on screen, and the frame after it has begun: time for work that nobody waits for. */
export async function afterPaint(): Promise<void> {
  await onScreen();
  await new Promise((resolve) => setTimeout(resolve));
}

/** The page's first text or picture is on screen: at once where that has been, else with the frame that brings it. */
export function firstPaint(): Promise<void> {
  const seen = new Promise<void>((resolve) => {
    // Not every webview tells of it.
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return;
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
  return Promise.race([seen, onScreen()]);
}
