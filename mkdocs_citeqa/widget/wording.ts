/** The cited words themselves, painted over the page's own text without changing its elements. */

const NAME = "citeqa";

/** Not in every browser yet; the block's own mark does not depend on it. */
interface Highlights {
  CSS?: { highlights?: Map<string, unknown> };
  Highlight?: new (...ranges: Range[]) => unknown;
}

/** Paints the text where it stands in the blocks; takes older paint away. All of a block's text needs no paint. */
export function highlight(blocks: readonly HTMLElement[], text: string): void {
  const { CSS, Highlight } = globalThis as unknown as Highlights;
  if (!CSS?.highlights || !Highlight) return;
  CSS.highlights.delete(NAME);
  const [block] = blocks;
  const range = block && blocks.length === 1 ? rangeOf(block, text) : null;
  if (range) CSS.highlights.set(NAME, new Highlight(range));
}

interface Letter {
  readonly node: Text;
  readonly offset: number;
}

/** The range of the text in the block, white space aside; null when it is not there or is all there is. */
function rangeOf(block: HTMLElement, text: string): Range | null {
  const letters = lettersOf(block);
  const wanted = text.replace(/\s+/g, "");
  const at = letters
    .map(({ node, offset }) => node.data[offset])
    .join("")
    .indexOf(wanted);
  const first = letters[at];
  const last = letters[at + wanted.length - 1];
  if (at < 0 || !first || !last || wanted.length === letters.length) return null;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}

function lettersOf(block: HTMLElement): Letter[] {
  const letters: Letter[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.parentElement?.closest(".headerlink, button, script, style")) continue;
    for (let offset = 0; offset < node.length; offset++) {
      if (/\S/.test(node.data[offset] ?? "")) letters.push({ node, offset });
    }
  }
  return letters;
}
