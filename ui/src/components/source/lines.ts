// The lines of a decoded file, for the source sheet.

/** A line, or a piece of one that is too long to draw at once. UTF-16 offsets in the file's text, half-open. */
export interface Line {
  /** From 1; `null` for the further pieces of a long line. */
  number: number | null;
  start: number;
  end: number;
}

/** Longest piece that is drawn as one row, in UTF-16 units. */
export const PIECE = 2000;

/** LF, CR LF and CR end a line, as they do in the parser's warnings. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let number = 0;
  const push = (start: number, end: number) => {
    number += 1;
    lines.push({ number, start, end: Math.min(end, cut(text, start + PIECE)) });
    for (let at = cut(text, start + PIECE); at < end; at = cut(text, at + PIECE)) {
      lines.push({ number: null, start: at, end: Math.min(end, cut(text, at + PIECE)) });
    }
  };
  let start = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
    push(start, index);
    start = index + ending.length;
  }
  // A line feed at the end of the file ends the last line; it does not begin another.
  if (start < text.length || lines.length === 0) push(start, text.length);
  return lines;
}

/** The offset itself, or one less where it would part a surrogate pair. */
function cut(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Index of the row that holds the offset. `lines` are in order. */
export function rowAt(lines: Line[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] as Line).start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
