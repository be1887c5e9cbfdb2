/** The quoted lines beside a citation, on hover and on focus. */

import type { Citation } from "./contract";
import { element } from "./dom";
import { origin, trail } from "./links";
import type { Strings } from "./strings";

const ID = "preview";
/** Milliseconds: long enough to pass over a citation without opening it, and to move into the card. */
const DELAY = 120;

export class Preview {
  readonly card = element("div", { id: ID, role: "tooltip", class: "preview", hidden: true });
  readonly #strings: Strings;
  #timer = 0;
  #link: HTMLElement | null = null;

  constructor(strings: Strings) {
    this.#strings = strings;
    this.card.addEventListener("mouseenter", () => clearTimeout(this.#timer));
    this.card.addEventListener("mouseleave", () => this.#later(() => this.hide()));
  }

  get shown(): boolean {
    return !this.card.hidden;
  }

  attach(link: HTMLElement, citation: Citation): void {
    const show = () => this.#show(link, citation);
    link.addEventListener("mouseenter", () => this.#later(show));
    link.addEventListener("mouseleave", () => this.#later(() => this.hide()));
    link.addEventListener("focus", () => link.matches(":focus-visible") && show());
    link.addEventListener("blur", () => this.hide());
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.card.hidden = true;
    this.#link?.removeAttribute("aria-describedby");
    this.#link = null;
  }

  #later(action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(action, DELAY);
  }

  #show(link: HTMLElement, citation: Citation): void {
    this.hide();
    this.#link = link;
    this.card.replaceChildren(
      trail(citation),
      element("blockquote", citation.quote),
      origin(citation, this.#strings) ?? "",
    );
    this.card.hidden = false;
    link.setAttribute("aria-describedby", ID);
    this.#place(link.getBoundingClientRect());
  }

  /** Below the citation, or above it where there is more room. */
  #place(at: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height, style } = this.card;
    const below = innerHeight - at.bottom > height + 16 || at.top < height + 16;
    style.top = `${below ? at.bottom + 6 : at.top - height - 6}px`;
    style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  }
}
