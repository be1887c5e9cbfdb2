/** An answer: header, lens, statements with their citations, sources, other passages; or that the docs don't say. */

import type { AskResult, Citation, Result, Statement } from "./contract";
import { button, element } from "./dom";
import { lensView } from "./lens_view";
import { account, origin, placeLink, snippet, tags, trail } from "./links";
import type { Actions } from "./panel";
import { path, sourceAddress } from "./place";
import type { Preview } from "./preview";
import { corrected, missing } from "./results_view";
import { rowOf, segments, segmentView, tableView } from "./statement";

export function answerView(answer: AskResult, actions: Actions, preview: Preview): HTMLElement {
  return answer.status === "answered" ? answered(answer, actions, preview) : unsaid(answer, actions);
}

function answered(answer: AskResult, actions: Actions, preview: Preview): HTMLElement {
  return element(
    "div.answered",
    header(answer, actions),
    corrected(answer, actions),
    lensView(answer, actions),
    ...statements(answer, actions, preview),
    tools(answer, actions),
    sources(answer, actions),
    passages(others(answer), "others", answer, actions),
  );
}

/** Which kind of answer this is, on how much it rests, and where the question went. */
function header(answer: AskResult, { strings }: Actions): HTMLElement {
  const facts = [strings.count("passages", answer.citations.length)];
  if (answer.mode === "quoted") facts.push(strings.text("local"));
  const title = strings.text(answer.mode === "quoted" ? "quoted" : "claude");
  return element("div.kind", element("h2", title), element("span", facts.join(" · ")));
}

function unsaid(answer: AskResult, actions: Actions): HTMLElement {
  const { strings } = actions;
  const reason = missing(answer, actions) ?? element("p.note", strings.text("weak"));
  return element(
    "div.answered",
    element("div.empty", element("h2.lead", strings.text("unsaid")), reason),
    corrected(answer, actions),
    passages(answer.results.slice(0, 5), "nearest", answer, actions),
  );
}

/** Rows of one table that follow each other share one header. */
function statements(answer: AskResult, actions: Actions, preview: Preview): HTMLElement[] {
  const views: HTMLElement[] = [];
  const all = [...answer.statements];
  const cites = (statement: Statement) => citations(statement, answer, actions, preview);
  for (let first = all.shift(); first; first = all.shift()) {
    const rows = [first];
    const head = rowOf(first.text)?.head;
    while (head !== undefined && all[0] && rowOf(all[0].text)?.head === head) rows.push(...all.splice(0, 1));
    views.push(head === undefined ? statement(first, cites(first)) : rowsView(rows, cites));
  }
  return views;
}

function statement({ text }: Statement, cites: Node[]): HTMLElement {
  const views = segments(text).map(segmentView);
  const last = views[views.length - 1];
  const view = element("div.statement", ...views);
  if (last?.localName === "p") last.append(...cites);
  else view.append(element("div.after", ...cites));
  return view;
}

function rowsView(rows: readonly Statement[], cites: (statement: Statement) => Node[]): HTMLElement {
  const read = rows.map(({ text }) => rowOf(text));
  const table = [(read[0]?.head ?? "").split(" | "), ...read.map((row) => row?.row ?? [])];
  return element("div.statement", tableView(table, rows.map(cites)));
}

function citations(statement: Statement, answer: AskResult, actions: Actions, preview: Preview): Node[] {
  const cited = statement.citations.map((n) => answer.citations.find((citation) => citation.n === n));
  return cited.flatMap((citation) => (citation ? [space(), mark(citation, actions, preview)] : []));
}

/** One that keeps a citation on the line of its last word. */
const space = (): Node => document.createTextNode("\u00a0");

function mark(citation: Citation, actions: Actions, preview: Preview): HTMLElement {
  const attributes = {
    class: "cite",
    "data-stop": "",
    "aria-label": `[${citation.n}] ${path(citation).join(" › ")}`,
  };
  const link = placeLink(actions, citation, citation.quote, attributes, `[${citation.n}]`);
  preview.attach(link, citation);
  return link;
}

function tools(answer: AskResult, actions: Actions): HTMLElement {
  const { strings } = actions;
  const copier = (label: string, copy: () => Promise<void>): HTMLElement => {
    const push = button({ class: "quiet" }, async () => {
      await copy();
      push.textContent = strings.text("copied");
      setTimeout(() => (push.textContent = label), 1600);
    });
    push.textContent = label;
    return push;
  };
  return element(
    "div.tools",
    copier(strings.text("copy"), () => actions.copyAnswer(answer)),
    copier(strings.text("share"), () => actions.copyLink(answer.question)),
  );
}

function sources(answer: AskResult, actions: Actions): HTMLElement {
  const items = answer.citations.map((citation) => {
    const number = element("span.number", { "aria-hidden": "true" }, String(citation.n));
    const link = placeLink(actions, citation, citation.quote, { "data-stop": "" }, trail(citation));
    return element("li", number, element("div", link, sourceFacts(citation, actions)));
  });
  return element(
    "section.group",
    element("h3", actions.strings.text("sources")),
    element("ol.sources", ...items),
  );
}

function sourceFacts(citation: Citation, { strings }: Actions): HTMLElement {
  const href = sourceAddress(citation.source);
  const name = `${strings.text("source")} [${citation.n}]`;
  const raw = href
    ? element("a", { href, rel: "noopener", target: "_blank", "aria-label": name }, strings.text("source"))
    : null;
  return element("div.facts", origin(citation, strings), raw);
}

/** Found, but cited nowhere in the answer. */
function others(answer: AskResult): Result[] {
  const cited = new Set(answer.citations.map(({ url, section }) => `${url}#${section}`));
  return answer.results.filter(({ url, section }) => !cited.has(`${url}#${section}`)).slice(0, 5);
}

function passages(
  results: readonly Result[],
  title: "others" | "nearest",
  answer: AskResult,
  actions: Actions,
): HTMLElement | null {
  if (results.length === 0) return null;
  const items = results.map((result) => element("li", passage(result, answer, actions)));
  const list = element("ul.passages", ...items);
  return element("section.group", element("h3", actions.strings.text(title)), list);
}

function passage(result: Result, answer: AskResult, actions: Actions): HTMLElement {
  const link = placeLink(actions, result, result.text, { "data-stop": "" }, trail(result));
  const text = element("p.snippet", snippet(result));
  const facts = element("div.facts", ...tags(result.terms), origin(result, actions.strings));
  facts.append(why(result, answer, actions));
  return element("div", link, text, facts);
}

/** Opens the account of the result's score, fetched only then. */
function why(result: Result, answer: AskResult, { strings, explained }: Actions): HTMLElement {
  const box = element("details.why", element("summary", strings.text("why_short")));
  box.addEventListener("toggle", async () => {
    if (!box.open || box.childElementCount > 1) return;
    const { results } = await explained(answer.question);
    const same = results.find(({ url, anchor }) => url === result.url && anchor === result.anchor);
    if (same && box.childElementCount === 1) box.append(account(same, strings));
  });
  return box;
}
