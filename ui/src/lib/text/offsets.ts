// DOM positions ↔ UTF-16 offsets in a passage's text. The only place outside the wire that counts UTF-16 units.
//
// A passage's markup shows its text as text nodes, in order. An element with `data-source` stands for exactly the
// characters of that attribute: a formula, a separator that is not drawn. What is inside such an element is not text.

/** A stretch of the passage's text and the node that shows it. Half-open; empty stretches do not occur. */
export interface Stretch {
  start: number;
  end: number;
  /** The text node, or the atomic element. */
  node: Text | Element;
}

function isAtomic(node: Node): node is Element {
  return node instanceof Element && node.hasAttribute('data-source');
}

/** The stretches of a passage in order. They cover its text without gap. */
export function stretches(root: Element): Stretch[] {
  const found: Stretch[] = [];
  const accept = (node: Node) => {
    if (node.parentNode instanceof Element && node.parentNode.closest('[data-source]')) return NodeFilter.FILTER_REJECT;
    return NodeFilter.FILTER_ACCEPT;
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let length = 0;
    if (node instanceof Text) length = node.data.length;
    else if (isAtomic(node)) length = (node.getAttribute('data-source') ?? '').length;
    if (length === 0) continue;
    found.push({ start: at, end: at + length, node: node as Text | Element });
    at += length;
  }
  return found;
}

/** The passage's text as its markup stands for it. */
export function textOf(root: Element): string {
  return stretches(root).map(({ node }) => sourceOf(node)).join('');
}

function sourceOf(node: Text | Element): string {
  return node instanceof Text ? node.data : (node.getAttribute('data-source') ?? '');
}

/**
 * The range that shows the offsets `start..end`. An atomic element that they touch is inside as a whole. `null` where
 * the offsets are empty or outside the text.
 */
export function rangeOf(root: Element, start: number, end: number, known?: Stretch[]): Range | null {
  if (end <= start) return null;
  const touched = (known ?? stretches(root)).filter((stretch) => stretch.start < end && stretch.end > start);
  const first = touched[0];
  const last = touched.at(-1);
  if (!first || !last) return null;
  const range = document.createRange();
  if (first.node instanceof Text) range.setStart(first.node, Math.max(0, start - first.start));
  else range.setStartBefore(first.node);
  if (last.node instanceof Text) range.setEnd(last.node, Math.min(last.node.data.length, end - last.start));
  else range.setEndAfter(last.node);
  return range;
}

/** The offset of a DOM position. A position inside an atomic element counts as the element's start. */
export function offsetOf(root: Element, container: Node, offset: number, known?: Stretch[]): number {
  const all = known ?? stretches(root);
  const end = all.at(-1)?.end ?? 0;
  const atomic = container instanceof Element ? container.closest('[data-source]') : container.parentElement?.closest('[data-source]');
  if (atomic && root.contains(atomic)) return all.find((stretch) => stretch.node === atomic)?.start ?? end;
  if (container instanceof Text) {
    const own = all.find((stretch) => stretch.node === container);
    return own ? own.start + Math.min(offset, container.data.length) : end;
  }
  const boundary = document.createRange();
  boundary.setStart(container, offset);
  const after = all.find(({ node }) => boundary.comparePoint(node, 0) >= 0 && !startsBefore(node, container, offset));
  return after?.start ?? end;
}

/** `node` begins before the child number `offset` of `container`. */
function startsBefore(node: Node, container: Node, offset: number): boolean {
  const child = container.childNodes[offset];
  if (!child) return container === node || container.contains(node) || precedes(node, container);
  return precedes(node, child) && !child.contains(node);
}

function precedes(a: Node, b: Node): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** How a formula is copied. */
export type FormulaForm = 'source' | 'tex';

/** The text of the offsets `start..end`; formulas as their TeX where that is asked for and known. */
export function copyOf(root: Element, start: number, end: number, formulas: FormulaForm): string {
  let text = '';
  for (const stretch of stretches(root)) {
    if (stretch.end <= start || stretch.start >= end) continue;
    if (stretch.node instanceof Text) {
      text += stretch.node.data.slice(Math.max(0, start - stretch.start), Math.min(stretch.end, end) - stretch.start);
      continue;
    }
    const tex = formulas === 'tex' ? stretch.node.getAttribute('data-tex') : null;
    text += tex === null ? sourceOf(stretch.node) : `$${tex}$`;
  }
  return text;
}
