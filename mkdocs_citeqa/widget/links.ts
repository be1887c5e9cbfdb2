/** Links into the docs, as both views show them. */

import type { Explanation, Result } from "./contract";
import { type Child, element } from "./dom";
import type { Actions } from "./panel";
import { lines, type Place, path } from "./place";
import type { Strings } from "./strings";

/** A link that opens the page at the cited block. */
export function placeLink(
  actions: Actions,
  place: Place,
  text: string,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLAnchorElement {
  const link = element("a", { href: actions.address(place), ...attributes }, ...children);
  const follow = (event: MouseEvent) => actions.follow(event, place, text);
  link.addEventListener("click", follow);
  link.addEventListener("auxclick", follow);
  return link;
}

/** Page › parents › heading, the last one strong. */
export function trail(place: Parameters<typeof path>[0]): HTMLElement {
  const steps = path(place);
  const last = steps.pop() ?? "";
  return element("span.trail", ...steps.flatMap((step) => [step, separator()]), element("b", last));
}

function separator(): HTMLElement {
  return element("span.separator", { "aria-hidden": "true" }, "›");
}

/** File and lines of the source; null for a page without one. */
export function origin(place: Place & { generated?: boolean }, strings: Strings): HTMLElement | null {
  const where = lines(place, strings);
  if (where === "") return null;
  const note = place.generated ? ` · ${strings.text("generated")}` : "";
  return element("span.origin", element("bdi", place.file ?? ""), ` ${where}${note}`);
}

export function tags(words: readonly string[]): HTMLElement[] {
  return words.map((word) => element("span.tag", word));
}

/** About two lines of the text around the first matched word. */
export function snippet(result: Result): string {
  const text = oneLine(result.text);
  const lower = text.toLowerCase();
  const places = result.terms.map((term) => lower.indexOf(term.toLowerCase())).filter((at) => at >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  if (first < 60) return text.slice(0, 240);
  const start = text.lastIndexOf(" ", first - 30) + 1;
  return `… ${text.slice(start, start + 240)}`;
}

/** Rows of a table stay apart. */
function oneLine(text: string): string {
  return text
    .replace(/( \| [^\n]*)\n/g, "$1 · ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Each matched word with its share of the score, largest first. */
export function account(result: Result, strings: Strings): HTMLElement {
  const parts = [...(result.explain ?? [])].sort((one, other) => other.share - one.share);
  const rows = parts.map((part) => shareRow(part, result.score, strings));
  const total = strings.text("score", { score: result.score.toFixed(2) });
  return element("span.account", element("b", strings.text("why")), ` ${total}`, ...rows);
}

function shareRow(part: Explanation, score: number, strings: Strings): HTMLElement {
  const percent = score > 0 ? (100 * part.share) / score : 0;
  const fill = element("span.fill", { "aria-hidden": "true" });
  fill.style.inlineSize = `${Math.max(0, Math.min(100, percent)).toFixed(1)}%`;
  return element(
    "span.share",
    element("span.matched", matched(part)),
    element("span", reading(part, strings)),
    element("span.meter", fill),
    element("span.percent", `${percent.toFixed(0)} %`),
  );
}

function matched({ term, matched }: Explanation): string {
  return matched === "" || matched === term ? term : `${term} → ${matched}`;
}

/** How and where it matched, and how rare the word is. */
function reading({ kind, field, idf }: Explanation, strings: Strings): string {
  const rarity = idf > 0 ? strings.text("rarity", { n: idf.toFixed(1) }) : "";
  return [label("kind", kind, strings), label("field", field, strings), rarity].filter(Boolean).join(" · ");
}

function label(group: string, name: string, strings: Strings): string {
  return strings.find(`${group}_${name}`) ?? name;
}
