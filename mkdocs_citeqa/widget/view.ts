/** The dialog: built once, its panel redrawn from state. */

import { answerView } from "./answer_view";
import { button, element, ICONS, icon } from "./dom";
import { account } from "./links";
import type { Actions, Panel } from "./panel";
import { Preview } from "./preview";
import { LIST, resultsView } from "./results_view";
import type { Strings } from "./strings";

export interface ShellEvents {
  open(): void;
  close(): void;
  submit(): void;
  input(): void;
  keys(): void;
}

export class View {
  readonly launcher: HTMLButtonElement;
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly preview: Preview;
  readonly #strings: Strings;
  readonly #panel = element("div.panel", { part: "panel" });
  readonly #status = element("p.aside", { role: "status" });
  #options: HTMLElement[] = [];
  #active = -1;

  constructor(strings: Strings, shortcut: readonly string[], events: ShellEvents) {
    this.#strings = strings;
    this.preview = new Preview(strings);
    this.launcher = launcher(strings, shortcut, events);
    this.input = questionField(strings);
    this.input.addEventListener("input", () => events.input());
    this.dialog = element(
      "dialog.dialog",
      { part: "dialog", tabindex: "-1", "aria-label": strings.text("title") },
      bar(this.input, strings, events),
      this.#panel,
      foot(strings, events),
      this.#status,
      this.preview.card,
    );
    this.dialog.addEventListener(
      "mousedown",
      (event) => event.target === this.dialog && outside(event, this.dialog) && events.close(),
    );
  }

  get question(): string {
    return this.input.value.trim();
  }

  set question(question: string) {
    this.input.value = question;
  }

  /** Waiting is shown only when it lasts; what stands there stays until something newer is ready. */
  set busy(busy: boolean) {
    this.dialog.toggleAttribute("data-busy", busy);
    this.#panel.setAttribute("aria-busy", String(busy));
  }

  show(panel: Panel, actions: Actions): void {
    this.preview.hide();
    const lost = this.#panel.contains(focused(this.dialog));
    this.#panel.replaceChildren(...content(panel, actions, this.preview));
    if (lost) this.dialog.focus();
    this.#panel.scrollTop = 0;
    this.dialog.dataset.panel = panel.kind;
    this.#options = [...this.#panel.querySelectorAll<HTMLElement>("[role=option]")];
    this.input.setAttribute("aria-expanded", String(this.#options.length > 0));
    if (this.#options.length > 0) this.input.setAttribute("aria-controls", LIST);
    else this.input.removeAttribute("aria-controls");
    this.choose(-1);
    this.#status.textContent = announcement(panel, this.#strings);
  }

  get options(): readonly HTMLElement[] {
    return this.#options;
  }

  /** The chosen option, -1 for none. */
  get active(): number {
    return this.#active;
  }

  choose(n: number): void {
    this.#options[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = n;
    const option = this.#options[n];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** Does the nth option show why it ranks where it does? */
  explains(n: number): boolean {
    return Boolean(this.#options[n]?.querySelector(".account"));
  }

  /** Shows why the nth option ranks where it does, or hides it. */
  async explain(n: number, actions: Actions): Promise<void> {
    const option = this.#options[n];
    if (!option) return;
    if (this.explains(n)) {
      option.querySelector(".account")?.remove();
      return;
    }
    const result = (await actions.explained(this.question)).results[n];
    if (!result || !option.isConnected || this.explains(n)) return;
    option.append(account(result, this.#strings));
    option.scrollIntoView({ block: "nearest" });
  }

  /** The links of the panel in the order in which arrow keys visit them. */
  get stops(): HTMLElement[] {
    return [...this.#panel.querySelectorAll<HTMLElement>("[data-stop]")];
  }
}

function focused(node: Node): Element | null {
  return (node.getRootNode() as ShadowRoot).activeElement;
}

function content(panel: Panel, actions: Actions, preview: Preview): HTMLElement[] {
  switch (panel.kind) {
    case "start":
      return startView(panel, actions);
    case "results":
      return [resultsView(panel.found, actions)];
    case "answer":
      return [answerView(panel.answer, actions, preview)];
    case "keys":
      return [keysView(panel.shortcut, actions.strings)];
    case "failed":
      return [failedView(panel.message, actions)];
  }
}

function announcement(panel: Panel, strings: Strings): string {
  if (panel.kind === "results") {
    const { length } = panel.found.results;
    return length > 0 ? strings.count("passages", length) : strings.text("nothing");
  }
  if (panel.kind === "failed") return panel.message;
  if (panel.kind !== "answer") return "";
  if (panel.answer.status !== "answered") return strings.text("unsaid");
  return `${strings.text(panel.answer.mode)}, ${strings.count("passages", panel.answer.citations.length)}`;
}

function launcher(strings: Strings, shortcut: readonly string[], events: ShellEvents): HTMLButtonElement {
  const keys =
    shortcut.length > 0
      ? element("kbd", { "aria-hidden": "true" }, shortcut.join(shortcut[0]?.length === 1 ? "" : " "))
      : null;
  const attributes = { class: "launcher", part: "launcher", "aria-haspopup": "dialog" };
  return button(attributes, () => events.open(), icon(ICONS.ask), element("span", strings.text("ask")), keys);
}

function questionField(strings: Strings): HTMLInputElement {
  return element("input", {
    type: "text",
    name: "q",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-label": strings.text("placeholder"),
    placeholder: strings.text("placeholder"),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "search",
    maxlength: "500",
  });
}

function bar(input: HTMLInputElement, strings: Strings, events: ShellEvents): HTMLFormElement {
  const submit = element(
    "button.submit",
    { type: "submit" },
    icon(ICONS.submit),
    element("span", strings.text("submit")),
  );
  const close = button(
    { class: "close", "aria-label": strings.text("close") },
    () => events.close(),
    icon(ICONS.close),
  );
  const form = element("form.bar", { role: "search" }, icon(ICONS.ask), input, submit, close);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    events.submit();
  });
  return form;
}

function foot(strings: Strings, events: ShellEvents): HTMLElement {
  const hint = (key: string, words: string) => element("span", element("kbd", key), ` ${words}`);
  return element(
    "div.foot",
    hint("↵", strings.text("hint_answer")),
    hint("↑↓", strings.text("hint_move")),
    hint("Esc", strings.text("hint_back")),
    button({ class: "quiet" }, () => events.keys(), strings.text("keys")),
  );
}

function outside({ clientX: x, clientY: y }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

function startView(panel: Extract<Panel, { kind: "start" }>, actions: Actions): HTMLElement[] {
  const { strings } = actions;
  return [
    element("p", { class: "note welcome" }, strings.text("welcome")),
    ...questions(strings.text("recent"), panel.recent, actions),
    ...questions(strings.text("examples"), panel.examples, actions),
  ];
}

function questions(title: string, list: readonly string[], actions: Actions): HTMLElement[] {
  if (list.length === 0) return [];
  const items = list.map((question) => {
    const ask = button({ class: "question", "data-stop": "" }, () => actions.ask(question), question);
    return element("li", ask);
  });
  return [element("section.group", element("h2", title), element("ul.questions", ...items))];
}

function failedView(message: string, actions: Actions): HTMLElement {
  const retry = button(
    { class: "quiet", "data-stop": "" },
    () => actions.retry(),
    actions.strings.text("retry"),
  );
  return element("div.empty", element("p.lead", message), retry);
}

function keysView(shortcut: readonly string[], strings: Strings): HTMLElement {
  const rows: [string, string][] = [
    ["↵", strings.text("key_answer")],
    ["Ctrl ↵", strings.text("key_tab")],
    ["↑ ↓", strings.text("key_move")],
    ["Home End", strings.text("key_ends")],
    ["→", strings.text("why")],
    ["Esc", strings.text("key_back")],
    [shortcut.join(" "), strings.text("key_open")],
  ];
  const pairs = rows.filter(([key]) => key !== "");
  const list = pairs.flatMap(([key, words]) => [element("dt", element("kbd", key)), element("dd", words)]);
  return element("section.group", element("h2", strings.text("keys")), element("dl.keys", ...list));
}
