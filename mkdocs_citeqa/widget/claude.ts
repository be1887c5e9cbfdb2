/** The second script of a page whose site has an answer server: answers come from there, and say so. */

import type { AskResult } from "./contract";
import { button, element } from "./dom";
import type { CiteQa } from "./element";
import { type Say, ServerSource, WORDS } from "./server_source";
import { pageLanguage } from "./settings";
import type { Source } from "./source";

const { server } = (document.currentScript as HTMLScriptElement).dataset;
const own = (globalThis as { citeqaWords?: Record<string, unknown> }).citeqaWords ?? {};
const say: Say = (key) => (typeof own[key] === "string" ? own[key] : WORDS[key]);

/** Draws beside the answer what only an answer server adds to it. */
class Beside implements Source {
  #answer: AskResult | null = null;
  readonly #source: ServerSource;

  constructor(source: ServerSource) {
    this.#source = source;
    for (const type of ["answer", "no-answer"])
      document.addEventListener(`citeqa:${type}`, (event) => this.#finished(event.target as Element));
  }

  readonly prepare: Source["prepare"] = () => this.#source.prepare();
  readonly search: Source["search"] = (question, options) => this.#source.search(question, options);
  readonly ask: Source["ask"] = async (question, options) => {
    const partial = (answer: AskResult) => {
      options.partial?.(answer);
      for (const host of document.querySelectorAll("cite-qa")) this.#writing(host);
    };
    this.#answer = await this.#source.ask(question, options.partial ? { ...options, partial } : options);
    return this.#answer;
  };

  /** A button that stops what is being written. */
  #writing(host: Element): void {
    const stop = button({ class: "quiet" }, () => this.#source.stop(), say("claude_stop"));
    host.shadowRoot?.querySelector("[data-busy] .tools")?.prepend(stop);
  }

  /** Why an answer is quoted, and what was sent. */
  #finished(host: Element): void {
    const answered = host.shadowRoot?.querySelector(".answered");
    const account = this.#answer?.claude;
    if (!answered || !account) return;
    const { reason, passages } = account;
    const facts = answered.querySelector(".kind span");
    if (reason && facts) facts.textContent = reason.message;
    else if (reason)
      answered.querySelector(".empty")?.append(element("p", { class: "note" }, reason.message));
    if (passages.length > 0) answered.querySelector(".tools")?.append(sent(passages));
  }
}

function sent(passages: readonly string[]): HTMLElement {
  const items = passages.map((address) => element("li", {}, address));
  return element(
    "details",
    { class: "why" },
    element("summary", { class: "quiet" }, say("claude_sent")),
    element("ul", {}, ...items),
  );
}

const defined = customElements.get("cite-qa") as typeof CiteQa | undefined;
if (defined && server) {
  const address = new URL(server.endsWith("/") ? server : `${server}/`, document.baseURI);
  defined.connect = (local) => new Beside(new ServerSource(address, local, pageLanguage, say));
}
