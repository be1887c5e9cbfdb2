/** Ranked passages while the reader types: a list that the question's field drives. */

import type { Result, SearchResult } from "./contract";
import { button, element } from "./dom";
import { origin, placeLink, snippet, tags, trail } from "./links";
import type { Actions } from "./panel";

export const LIST = "results";

export function resultsView(found: SearchResult, actions: Actions): HTMLElement {
  const { strings } = actions;
  if (found.results.length === 0) {
    return element("div.empty", element("p.lead", strings.text("nothing")), missing(found, actions));
  }
  const options = found.results.map((result, n) => option(result, n, actions));
  return element(
    "div.results",
    corrected(found, actions),
    element("div.list", { id: LIST, role: "listbox", "aria-label": strings.text("results") }, ...options),
  );
}

function option(result: Result, n: number, actions: Actions): HTMLElement {
  const attributes = {
    id: `option-${n}`,
    role: "option",
    tabindex: "-1",
    "aria-selected": "false",
    class: "option",
  };
  const facts = element("span.facts", ...tags(result.terms), origin(result, actions.strings));
  const text = element("span.snippet", snippet(result));
  const link = placeLink(actions, result, result.text, attributes, trail(result), text, facts);
  return element("div.row", { role: "presentation" }, link, why(n, actions));
}

/** For the pointer alone: the field's right arrow does the same for keys and screen readers. */
function why(n: number, { strings, explain }: Actions): HTMLElement {
  const attributes = { class: "quiet", "aria-hidden": "true", tabindex: "-1", title: strings.text("why") };
  return button(attributes, () => explain(n), strings.text("why_short"));
}

/** "Read as …", when a word was taken for another word of the docs; another ending is no news. */
export function corrected(found: SearchResult, { strings }: Actions): HTMLElement | null {
  const others = found.corrections.filter(
    ({ word, used }) => !used.startsWith(word) && !word.startsWith(used),
  );
  if (others.length === 0) return null;
  const words = others.map(({ word, used }) => `${word} → ${used}`).join(", ");
  return element("p.note", strings.text("corrected", { words }));
}

/** Which words of the question the docs do not contain. */
export function missing(found: SearchResult, { strings }: Actions): HTMLElement | null {
  if (found.missing.length === 0) return null;
  const words = found.missing.map((word) => `“${word}”`).join(", ");
  return element("p.note", strings.text("missing", { words }));
}
