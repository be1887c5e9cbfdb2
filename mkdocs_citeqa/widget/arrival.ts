/** Landing on a citation: open what hides the cited block, bring it into view, mark it, and hand the focus to it. */

import { blockOf, blocksOf, visible } from "./cited";
import { onNavigation } from "./navigation";
import { samePage } from "./place";
import { reveal } from "./reveal";
import { highlight } from "./wording";

/** Ids that a build put on blocks so that citations can point at them. */
const OWN = "citeqa-";
const MARK = "data-citeqa-mark";
const STORE = "citeqa:citation";

/** What a reader followed: the address that was opened and the words that were cited there. */
export interface Followed {
  readonly href: string;
  readonly text: string;
}

/** Remembers the cited words for the page that is about to open: an address alone names only the first block. */
export function remember(followed: Followed): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(followed));
  } catch {
    // Storage may be full or forbidden; the address still names the block.
  }
}

export class Arrival {
  #marked: HTMLElement[] = [];
  #restore: (() => void)[] = [];
  #focused: HTMLElement | null = null;
  /** The reader has scrolled or typed since the mark was set, so the page must not move by itself any more. */
  #settled = false;

  /** Watches for citations in the address for as long as the page lives. */
  watch(): void {
    addEventListener("hashchange", () => this.arrive());
    addEventListener("load", () => this.#settle());
    for (const type of ["wheel", "touchmove", "keydown", "mousedown"]) {
      addEventListener(type, () => (this.#settled = true), { passive: true });
    }
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.clear();
    });
    addEventListener("click", () => this.#clicked());
    onNavigation(() => this.arrive());
    this.arrive();
  }

  /** Marks the block that the address names, if it names a citation; else takes an older mark away. */
  arrive(): void {
    this.clear();
    for (const undo of this.#restore.splice(0).reverse()) undo();
    const target = addressed();
    const text = cited();
    if (!target || (text === null && !target.id.startsWith(OWN))) return;
    this.#restore = reveal(target);
    const block = visible(blockOf(target));
    this.#mark(text === null ? [block] : blocksOf(block, text));
    if (text !== null) highlight(this.#marked, text);
    this.#settled = false;
    scrollTo_(block);
    this.#focus(block);
  }

  /** Takes the mark away and leaves the page as it is. */
  clear(): void {
    for (const block of this.#marked.splice(0)) block.removeAttribute(MARK);
    highlight([], "");
    this.#focused?.removeAttribute("tabindex");
    this.#focused = null;
  }

  #mark(blocks: HTMLElement[]): void {
    for (const block of blocks) block.setAttribute(MARK, "");
    this.#marked = blocks;
  }

  /** Fonts and images that came late have moved the block, and the browser has looked for its own anchor again. */
  #settle(): void {
    const [block] = this.#marked;
    if (!block || this.#settled) return;
    scrollTo_(block);
    block.focus({ preventScroll: true });
  }

  #clicked(): void {
    if (this.#settled && getSelection()?.isCollapsed !== false) this.clear();
  }

  /** Screen readers read on from where the focus is. */
  #focus(block: HTMLElement): void {
    if (!block.hasAttribute("tabindex") && block.tabIndex < 0) {
      block.tabIndex = -1;
      this.#focused = block;
    }
    block.focus({ preventScroll: true });
  }
}

function addressed(): HTMLElement | null {
  const hash = location.hash.slice(1);
  return hash ? (document.getElementById(hash) ?? document.getElementById(decoded(hash))) : null;
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** The cited words, when this very address was followed from an answer in this session. */
function cited(): string | null {
  try {
    const followed = JSON.parse(sessionStorage.getItem(STORE) ?? "null") as Followed | null;
    if (!followed || !samePage(followed.href, location.href)) return null;
    return decoded(new URL(followed.href).hash) === decoded(location.hash) ? followed.text : null;
  } catch {
    return null;
  }
}

/** Share of the window left above the block, where its heading or its table's header can be seen. */
const ABOVE = 0.15;

/** Below whatever the theme keeps at the top of the window, with what leads to the block still in sight. */
function scrollTo_(block: HTMLElement): void {
  block.style.scrollMarginTop = `${covered() + ABOVE * innerHeight}px`;
  block.scrollIntoView({ block: "start", inline: "nearest" });
  block.style.scrollMarginTop = "";
}

/** Height, in CSS pixels, of what is fixed or stuck to the top of the window. */
function covered(): number {
  let height = 0;
  for (let node of document.elementsFromPoint(innerWidth / 2, 1)) {
    for (; node.parentElement; node = node.parentElement) {
      const { bottom } = node.getBoundingClientRect();
      if (/fixed|sticky/.test(getComputedStyle(node).position) && bottom < innerHeight / 2)
        height = Math.max(height, bottom);
    }
  }
  return height;
}
