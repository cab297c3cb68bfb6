// What a passage's markup needs on its way into the page.

/** What stands as a block among the text of a passage. */
const BLOCKS = '.k-heading, .k-li, .k-table-wrap';

/**
 * Gives text that stands beside blocks an element of its own: WebKit paints no highlight on text in an anonymous box.
 * Characters stay as they are.
 */
export function house(content: DocumentFragment): DocumentFragment {
  if (!content.querySelector(BLOCKS)) return content;
  for (const node of [...content.childNodes]) {
    if (!(node instanceof Text)) continue;
    const own = document.createElement('span');
    node.replaceWith(own);
    own.append(node);
  }
  return content;
}
