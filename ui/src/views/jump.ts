// To a place that a search names, with the way back and with what was searched for lit.
import { tick } from 'svelte';
import type { App } from '$lib/state/app.svelte';
import { passagesOf } from '$lib/state/find.svelte';

/** To a passage of a paper by its number in reading order; to the paper's own place where there is none. */
export async function toPassage(app: App, paper: string, number: number | null, query: string): Promise<void> {
  const { reader, find } = app;
  app.search.close();
  app.sheet = null;
  if (reader.paper?.id === paper) reader.jumped(reader.stage?.place() ?? null);
  else {
    await app.open(paper);
    if (reader.error) return reader.unreadable === paper ? undefined : app.fail(reader.error);
  }
  await tick();
  const passage = number === null ? undefined : passagesOf(reader.paper)[number];
  if (!passage) return;
  reader.stage?.show({ passage: passage.id, offset: 0 });
  // Opens the bar with the query in it: the keys for the next hit work, and Esc puts the light out.
  const hits = await find.ask(query, passage.id);
  find.open = hits > 0;
}
