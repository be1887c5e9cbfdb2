/** Where answers come from. The local one reads the site's own index; nothing leaves the site. */

import { ask } from "./answer";
import type { AskResult, SearchResult } from "./contract";
import { type Index, open } from "./index";
import { search } from "./result";

export interface SearchOptions {
  /** At most this many results; all of them without it. */
  top?: number;
  /** With each result, what each word gave to its score. */
  explain?: boolean;
  /** The last word may be unfinished. */
  typing?: boolean;
  signal?: AbortSignal;
}

export interface AskOptions extends Pick<SearchOptions, "explain" | "signal"> {
  /** Takes an answer that is still being written, each time there is more of it. */
  partial?: (answer: AskResult) => void;
}

export interface Source {
  /** Fetches what a first question would wait for. */
  prepare(): Promise<void>;
  search(question: string, options: SearchOptions): Promise<SearchResult>;
  ask(question: string, options: AskOptions): Promise<AskResult>;
}

export class LocalSource implements Source {
  readonly #base: URL;
  readonly #language: () => string;
  readonly #indexes = new Map<string, Promise<Index>>();

  constructor(base: URL, language: () => string) {
    this.#base = base;
    this.#language = language;
  }

  async prepare(): Promise<void> {
    await this.#index();
  }

  async search(question: string, options: SearchOptions): Promise<SearchResult> {
    return search(await this.#index(), question, options);
  }

  async ask(question: string, options: AskOptions): Promise<AskResult> {
    return ask(await this.#index(), question, options);
  }

  /** One index a language, opened once; a failed one is opened again at the next question. */
  #index(): Promise<Index> {
    const language = this.#language();
    const known = this.#indexes.get(language);
    if (known) return known;
    const opening = open(this.#base, language);
    this.#indexes.set(language, opening);
    opening.catch(() => this.#indexes.delete(language));
    return opening;
  }
}
