/** <cite-qa>: the Ask button with its dialog, and the same search and answers for scripts. */

import { remember } from "./arrival";
import type { AskResult, SearchResult } from "./contract";
import { element } from "./dom";
import { press } from "./keyboard";
import { Shortcut, typing } from "./launcher";
import type { Actions, Panel } from "./panel";
import { Permalink, questionHash } from "./permalink";
import { address, type Place, samePage } from "./place";
import { recentQuestions, rememberQuestion } from "./recent";
import { pageLanguage, type Settings, stylesheet } from "./settings";
import { copy, markdown } from "./share";
import { type AskOptions, LocalSource, type SearchOptions, type Source } from "./source";
import { Strings } from "./strings";
import { View } from "./view";

/** Results shown while typing. */
const TOP = 20;
/** Milliseconds without a key before a search starts. */
const PAUSE = 60;

export class CiteQa extends HTMLElement {
  static settings: Settings;
  /** What answers questions, given the site's own index; a page with an answer server replaces it. */
  static connect = (local: Source): Source => local;

  /** Lives as long as the element is on the page. */
  #life = new AbortController();
  /** Lives as long as its question is the newest. */
  #newest = new AbortController();
  #view: View | null = null;
  #panel: Panel = { kind: "start", recent: [], examples: [] };
  #before: Panel | null = null;
  #timer = 0;
  readonly #permalink = new Permalink();
  readonly #strings = new Strings(document.documentElement.lang, CiteQa.settings.wording);
  #source: Source | null = null;

  /** Ranked passages for a question, as `citeqa search --json` prints them. */
  search(question: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.source.search(question, options);
  }

  /** The answer to a question, as `citeqa ask --json` prints it. */
  ask(question: string, options: AskOptions = {}): Promise<AskResult> {
    return this.source.ask(question, options);
  }

  get source(): Source {
    this.#source ??= CiteQa.connect(new LocalSource(CiteQa.settings.index, pageLanguage));
    return this.#source;
  }

  connectedCallback(): void {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const shortcut = new Shortcut(CiteQa.settings.shortcut);
    const view = this.#view ?? this.#build(shortcut);
    addEventListener("keydown", (event) => this.#fromPage(event, shortcut), { signal });
    this.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
    for (const type of ["keyup", "keypress"])
      this.addEventListener(type, (event) => event.stopPropagation(), { signal });
    for (const type of ["hashchange", "popstate", "pageshow"]) {
      addEventListener(type, () => this.#fromAddress(), { signal });
    }
    if (view.dialog.open) view.dialog.close();
    this.#fromAddress();
  }

  disconnectedCallback(): void {
    this.#life.abort();
    this.#newest.abort();
    clearTimeout(this.#timer);
  }

  /** Opens the dialog, with a question if there is one. */
  open(question = ""): void {
    const view = this.#view;
    if (!view) return;
    if (!view.dialog.open) view.dialog.showModal();
    view.input.focus();
    view.input.select();
    this.source.prepare().catch(() => {}); // the first question will say what is wrong
    if (question) void this.#ask(question);
    else if (view.question === "") this.#start();
  }

  close(): void {
    this.#newest.abort();
    this.#view?.dialog.close();
    this.#permalink.leave();
  }

  #build(shortcut: Shortcut): View {
    const view = new View(this.#strings, shortcut.labels, {
      open: () => this.open(),
      close: () => this.close(),
      submit: () => this.#submit(),
      input: () => this.#typed(),
      keys: () => this.#keys(),
    });
    this.#view = view;
    view.dialog.addEventListener("keydown", (event) => this.#fromDialog(event));
    view.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#back();
    });
    this.attachShadow({ mode: "open" }).append(...styled(view.launcher), view.dialog);
    return view;
  }

  get #actions(): Actions {
    const { site } = CiteQa.settings;
    const to = (place: Place): string => address(place, site);
    return {
      strings: this.#strings,
      address: to,
      follow: (event, place, text) => this.#follow(event, place, text),
      ask: (question) => void this.#ask(question),
      retry: () => this.#retry(),
      explain: (n) => void this.#view?.explain(n, this.#actions).catch(() => {}),
      explained: (question) => this.search(question, { explain: true, top: TOP }),
      copyAnswer: (answer) => this.#copy(markdown(answer, to)),
      copyLink: (question) => this.#copy(location.href.replace(/#.*$/, "") + questionHash(question)),
    };
  }

  #copy(text: string): Promise<void> {
    return copy(text, this.#view?.dialog ?? this);
  }

  #show(panel: Panel): void {
    this.#panel = panel;
    this.#view?.show(panel, this.#actions);
  }

  #start(): void {
    this.#before = null;
    this.#show({ kind: "start", recent: recentQuestions(), examples: CiteQa.settings.examples });
  }

  #typed(): void {
    clearTimeout(this.#timer);
    this.#view?.choose(-1); // what was chosen belongs to the question before
    const question = this.#view?.question ?? "";
    if (question === "") {
      this.#newest.abort();
      this.#start();
    } else this.#timer = window.setTimeout(() => this.#find(question), PAUSE);
  }

  #submit(): void {
    const view = this.#view;
    if (!view || view.question === "") return;
    if (matchMedia("(pointer: coarse)").matches) view.dialog.focus(); // a keyboard on the screen would cover the answer
    void this.#ask(view.question);
  }

  async #find(question: string): Promise<void> {
    await this.#newer(async (signal) => {
      const found = await this.search(question, { typing: true, top: TOP, signal });
      return () => this.#show({ kind: "results", found });
    });
  }

  async #ask(question: string): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#view) this.#view.question = question;
    this.#emit("ask", { question });
    await this.#newer(async (signal) => {
      const partial = (answer: AskResult) => this.#show({ kind: "answer", answer });
      const answer = await this.ask(question, { signal, partial });
      return () => this.#answered(answer);
    });
  }

  #answered(answer: AskResult): void {
    const { question, status, mode, citations, missing } = answer;
    this.#before = this.#panel.kind === "results" ? this.#panel : null;
    this.#show({ kind: "answer", answer });
    rememberQuestion(question);
    this.#permalink.enter(question);
    if (status === "answered") this.#emit("answer", { question, mode, citations: citations.length });
    else this.#emit("no-answer", { question, missing });
  }

  /** Runs work for a newer question; what an older one still brings is dropped. */
  async #newer(work: (signal: AbortSignal) => Promise<() => void>): Promise<void> {
    this.#newest.abort();
    this.#newest = new AbortController();
    const { signal } = this.#newest;
    const view = this.#view;
    if (view) view.busy = true;
    try {
      const show = await work(signal);
      if (!signal.aborted) show();
    } catch (error) {
      if (!signal.aborted)
        this.#show({
          kind: "failed",
          message: `${this.#strings.text("failed")} (${(error as Error).message})`,
        });
    } finally {
      if (view && (!signal.aborted || this.#newest.signal === signal)) view.busy = false;
    }
  }

  #retry(): void {
    const question = this.#view?.question ?? "";
    this.#view?.input.focus();
    if (question) void this.#ask(question);
    else this.#start();
  }

  #keys(): void {
    if (this.#panel.kind === "keys") {
      this.#back();
      return;
    }
    const before = this.#panel;
    this.#show({ kind: "keys", shortcut: new Shortcut(CiteQa.settings.shortcut).labels });
    this.#before = before;
  }

  /** One step back: a card, then an answer or the keys, then the dialog. */
  #back(): void {
    const view = this.#view;
    const before = this.#before;
    if (view?.preview.shown) view.preview.hide();
    else if (before) {
      this.#before = null;
      this.#show(before);
      view?.input.focus();
    } else this.close();
  }

  #fromPage(event: KeyboardEvent, shortcut: Shortcut): void {
    if (
      this.#view?.dialog.open ||
      typing(event) ||
      !shortcut.matches(event) ||
      document.querySelector("cite-qa") !== this
    )
      return;
    event.preventDefault();
    this.open();
  }

  #fromDialog(event: KeyboardEvent): void {
    const view = this.#view;
    const { explain } = this.#actions;
    if (view && new Shortcut(CiteQa.settings.shortcut).matches(event)) {
      event.preventDefault();
      view.input.select();
    }
    const commands = { back: () => this.#back(), keys: () => this.#keys(), explain };
    if (view && press(event, view, commands)) event.preventDefault();
  }

  /** A question in the address opens it; one that went away by Back closes it. */
  #fromAddress(): void {
    const { question, linked } = this.#permalink;
    const view = this.#view;
    if (!view || document.querySelector("cite-qa") !== this) return;
    if (question === null) {
      if (linked) view.dialog.close();
      this.#permalink.forget();
    } else if (!view.dialog.open || view.question !== question) {
      this.#permalink.found();
      this.open(question);
    }
  }

  #follow(event: MouseEvent, place: Place, text: string): void {
    if (event.button > 1) return;
    const href = address(place, CiteQa.settings.site);
    remember({ href, text });
    this.#emit("follow", { url: place.url, anchor: place.anchor, question: this.#view?.question ?? "" });
    const elsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (elsewhere && event.isTrusted) return;
    event.preventDefault();
    if (elsewhere) window.open(href, "_blank", "noopener");
    else this.#visit(href);
  }

  /** The dialog makes way; the question stays one step back in the history. */
  #visit(href: string): void {
    this.#permalink.forget();
    this.#view?.dialog.close();
    if (samePage(href, location.href)) location.hash = new URL(href).hash;
    else this.#leave(href);
  }

  /** By a link of the page itself, so that a theme that swaps pages without loading them sees it. */
  #leave(href: string): void {
    const link = element("a", { href, hidden: true });
    this.append(link);
    link.click();
    link.remove();
  }

  #emit(name: string, detail: Record<string, unknown>): void {
    this.dispatchEvent(new CustomEvent(`citeqa:${name}`, { bubbles: true, composed: true, detail }));
  }
}

/** The stylesheet, and the button that waits for it rather than show itself bare. */
function styled(launcher: HTMLElement): HTMLElement[] {
  const sheet = stylesheet(CiteQa.settings);
  launcher.hidden = true;
  for (const type of ["load", "error"]) sheet.addEventListener(type, () => (launcher.hidden = false));
  return [sheet, launcher];
}
