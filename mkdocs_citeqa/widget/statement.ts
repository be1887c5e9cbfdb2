/** The plain text of a statement as paragraphs, code and small tables. */

import { element } from "./dom";

export type Segment =
  | { readonly kind: "prose"; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly language: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

const FENCE = /^(`{3,}|~{3,})\s*(\S*)/;
const CELLS = " | ";

/** Fenced code, runs of rows written `a | b`, and the lines between them. */
export function segments(text: string): Segment[] {
  const found: Segment[] = [];
  const rest = text.split("\n");
  for (let line = rest.shift(); line !== undefined; line = rest.shift()) {
    const fence = FENCE.exec(line);
    if (fence) found.push(code(rest, fence[1] ?? "```", fence[2] ?? ""));
    else if (line.includes(CELLS))
      found.push({ kind: "table", rows: [line, ...run(rest, isRow)].map(cells) });
    else if (line.trim() !== "")
      found.push({ kind: "prose", text: [line, ...run(rest, isProse)].join("\n") });
  }
  return found;
}

function code(rest: string[], fence: string, language: string): Segment {
  const text = run(rest, (line) => line.trimEnd() !== fence).join("\n");
  rest.shift();
  return { kind: "code", text, language };
}

/** Takes lines from the front as long as they pass. */
function run(rest: string[], passes: (line: string) => boolean): string[] {
  const end = rest.findIndex((line) => !passes(line));
  return rest.splice(0, end < 0 ? rest.length : end);
}

const isRow = (line: string): boolean => line.includes(CELLS);
const isProse = (line: string): boolean => line.trim() !== "" && !isRow(line) && !FENCE.test(line);
const cells = (line: string): string[] => line.split("|").map((cell) => cell.trim());

/** One statement that is nothing but a row with its header; rows of one table follow each other as such. */
export function rowOf(text: string): { head: string; row: readonly string[] } | null {
  const [segment, ...more] = segments(text);
  if (segment?.kind !== "table" || more.length > 0 || segment.rows.length !== 2) return null;
  const [head, row] = segment.rows;
  return head && row ? { head: head.join(CELLS), row } : null;
}

export function segmentView(segment: Segment): HTMLElement {
  if (segment.kind === "prose") return element("p", segment.text);
  if (segment.kind === "code") return element("pre", { tabindex: "0" }, element("code", segment.text));
  return tableView(segment.rows);
}

/** The first of several rows is the header. Extra nodes, if any, end the rows below it. */
export function tableView(rows: readonly (readonly string[])[], ends: readonly Node[][] = []): HTMLElement {
  const [head, ...body] = rows.length > 1 ? rows : [undefined, ...rows];
  const table = element("table");
  if (head)
    table.append(
      element("thead", element("tr", ...head.map((cell) => element("th", { scope: "col" }, cell)))),
    );
  const lines = body.map((row = [], n) => {
    const last = row.length - 1;
    return element(
      "tr",
      ...row.map((cell, at) => element("td", cell, ...(at === last ? (ends[n] ?? []) : []))),
    );
  });
  table.append(element("tbody", ...lines));
  return element("div.table", table);
}
