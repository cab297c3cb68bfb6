// Which client this page has: the app's inside the app, else the one in memory, loaded only then.
import type { Client } from './client';
import { insideApp, tauri } from './tauri';

/** In a plain browser the address chooses what is tried: `?papers=3000`, `?papers=0`, `?system=en`, `?notes=1000`. */
export async function connect(search: URLSearchParams): Promise<Client> {
  if (insideApp()) return tauri;
  const [{ memoryClient }, sample] = await Promise.all([import('./memory'), import('./generated/sample.json')]);
  const papers = search.get('papers');
  return memoryClient(sample.default as Parameters<typeof memoryClient>[0], {
    ...(papers === null ? {} : { papers: Number(papers) }),
    manyNotes: Number(search.get('notes') ?? 0),
    systemChinese: search.get('system') !== 'en',
  });
}
