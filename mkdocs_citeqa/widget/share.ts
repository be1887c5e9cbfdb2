/** Taking an answer elsewhere, as Markdown. */

import type { AskResult, Citation } from "./contract";
import { type Place, path } from "./place";

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
