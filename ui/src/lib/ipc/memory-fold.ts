// Folding of the client in memory: width and compatibility forms and case make no difference, offsets survive. A stand-in
// for the shell's, which is the only owner of what the app takes as the same: no table of scripts is here.

export interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`, and for its end, the offset in the original where its code point starts. */
  origin: Uint32Array;
}

/** NFKC and lower case, code point by code point, so that each folded unit knows where it came from. */
export function fold(original: string): Folded {
  const origins: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const folded = character.normalize('NFKC').toLowerCase();
    for (let unit = 0; unit < folded.length; unit += 1) origins.push(at);
    text += folded;
    at += character.length;
  }
  origins.push(at);
  return { text, origin: Uint32Array.from(origins) };
}

export interface Hit {
  start: number;
  end: number;
}

/** All places of `query` in `original`, in order, not overlapping; white space of the query matches any white space. */
export function findAll(original: Folded, query: string): Hit[] {
  const wanted = fold(query).text.replace(/\s+/g, ' ');
  if (wanted.trim() === '') return [];
  const text = original.text.replace(/\s/g, ' ');
  const hits: Hit[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const start = original.origin[at] ?? 0;
    let last = at + wanted.length;
    // A folded character of several units ends where the next original character starts.
    while (last < text.length && original.origin[last] === original.origin[last - 1]) last += 1;
    hits.push({ start, end: original.origin[last] ?? start });
  }
  return hits;
}
