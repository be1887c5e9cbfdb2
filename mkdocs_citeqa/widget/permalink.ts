/** The open question in the page's address: a link to share, and a step that Back and Forward can take. */

const MARK = "#citeqa?";

/** The part of an address that asks a question again, as in `page/#citeqa?q=how+much`. */
export function questionHash(question: string): string {
  return MARK + new URLSearchParams({ q: question });
}

export class Permalink {
  /** The address has held the question that is open. */
  #linked = false;
  /** And it does so by a step into the history that was made here, which leaving takes back. */
  #pushed = false;

  /** The question in the address, or null. */
  get question(): string | null {
    const { hash } = location;
    return hash.startsWith(MARK) ? new URLSearchParams(hash.slice(MARK.length)).get("q") : null;
  }

  get linked(): boolean {
    return this.#linked;
  }

  /** The question that is open came with the address. */
  found(): void {
    this.#linked = true;
  }

  /** Puts the question into the address, in one step for any number of questions. */
  enter(question: string): void {
    const hash = questionHash(question);
    this.#linked = true;
    if (location.hash === hash) return;
    if (this.question !== null) history.replaceState(history.state, "", hash);
    else {
      history.pushState(history.state, "", hash);
      this.#pushed = true;
    }
  }

  /** Takes the question out of the address. */
  leave(): void {
    if (this.question !== null) {
      if (this.#pushed) history.back();
      else history.replaceState(history.state, "", location.pathname + location.search);
    }
    this.forget();
  }

  /** The reader went on; the question stays behind, one step back. */
  forget(): void {
    this.#linked = this.#pushed = false;
  }
}
