/** Which blocks of the rendered page a citation means. */

const BLOCK =
  "p, li, dd, dt, tr, td, th, figcaption, caption, blockquote, summary, h1, h2, h3, h4, h5, h6, div, section";
const CODE = "div.highlight, pre, .mermaid";
/** A block of text or code that holds no other such block matters by itself when a passage is marked piece by piece. */
const PIECES = "h1, h2, h3, h4, h5, h6, p, li, dd, dt, tr, pre, figcaption, caption, summary";

/** The block that an id stands for: the element itself, or for an empty marker the block it was put in or before. */
export function blockOf(target: HTMLElement): HTMLElement {
  if (target.localName !== "span" || target.textContent !== "") return target;
  const next = target.nextElementSibling;
  if (next instanceof HTMLElement && next.matches(CODE) && follows(target, next)) return next;
  return target.parentElement?.closest<HTMLElement>(BLOCK) ?? target;
}

/** No word between the two. */
function follows(one: Element, other: Element): boolean {
  for (let node = one.nextSibling; node && node !== other; node = node.nextSibling) {
    if (node.textContent?.trim()) return false;
  }
  return true;
}

/** The element, or when it takes no room on the page what stands before or around it. */
export function visible(block: HTMLElement): HTMLElement {
  for (let node: Element | null = block; node; node = node.previousElementSibling ?? node.parentElement) {
    if (node instanceof HTMLElement && node.getClientRects().length > 0) return node;
  }
  return block;
}

/** The block and those after it that the cited words go on into, in the order of the page. */
export function blocksOf(first: HTMLElement, text: string): HTMLElement[] {
  const words = squeezed(text);
  const own = squeezed(ownText(first));
  const heading = /^H[1-6]$/.test(first.tagName); // what stands under it is cited, with or without its own words
  const at = heading ? 0 : words.indexOf(own);
  if (at < 0) return [first];
  return [first, ...continued(first, words.startsWith(own, at) ? words.slice(at + own.length) : words)];
}

/** As long as each next block says the next words. */
function continued(first: HTMLElement, words: string): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  for (const piece of piecesAfter(first)) {
    const own = squeezed(ownText(piece));
    if (words === "" || !words.startsWith(own)) break;
    words = words.slice(own.length);
    if (own !== "") blocks.push(piece);
  }
  return blocks;
}

function* piecesAfter(first: HTMLElement): Generator<HTMLElement> {
  const root = first.closest("article, main, [role=main]") ?? document.body;
  for (const piece of root.querySelectorAll<HTMLElement>(PIECES)) {
    const after = first.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (after && !first.contains(piece) && piece.getClientRects().length > 0) yield piece;
  }
}

/** A block's text without that of the blocks inside it: a list item's own words, not its sublist's. */
function ownText(piece: HTMLElement): string {
  if (!piece.querySelector(PIECES)) return piece.innerText;
  return [...piece.childNodes]
    .map((node) => (node instanceof HTMLElement && holds(node) ? "" : node.textContent))
    .join("");
}

function holds(node: HTMLElement): boolean {
  return node.matches(`${PIECES}, ul, ol, dl, table, div`);
}

/** Letters and digits only: punctuation, permalink signs and white space differ between a page and its index. */
export function squeezed(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, "").toLowerCase();
}
