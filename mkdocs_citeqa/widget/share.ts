/** Taking an answer elsewhere: as Markdown, and as a link that asks the question again. */

import type { AskResult, Citation } from "./contract";
import { type Place, path } from "./place";

const QUESTION = /^#citeqa\?(.*)$/;

/** The question in an address such as `page/#citeqa?q=how+much`, or null. */
export function questionIn(hash: string): string | null {
  const query = QUESTION.exec(hash)?.[1];
  return query === undefined ? null : new URLSearchParams(query).get("q");
}

export function questionHash(question: string): string {
  return `#citeqa?${new URLSearchParams({ q: question })}`;
}

/** The answer with its question and linked sources. */
export function markdown(answer: AskResult, address: (place: Place) => string): string {
  const statements = answer.statements.map(({ text, citations }) => {
    const marks = citations.map((n) => `[${n}]`).join("");
    return text.endsWith("```") ? `${text}\n\n${marks}` : `${text} ${marks}`;
  });
  const sources = answer.citations.map((citation) => `${citation.n}. ${source(citation, address)}`);
  return [`**${answer.question}**`, ...statements, sources.join("\n")].join("\n\n");
}

function source(citation: Citation, address: (place: Place) => string): string {
  const title = path(citation)
    .join(" › ")
    .replace(/[[\]\\]/g, "\\$&");
  const { file, start, end } = citation;
  return `[${title}](${address(citation)})${file === null ? "" : ` (${file}:${start}–${end})`}`;
}

/** Copies text; on a site without TLS, where browsers withhold the clipboard, by way of a selection in `host`. */
export async function copy(text: string, host: Node): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  host.appendChild(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
