/** What a lens read in the passages: every figure with its places, and first of all where they disagree. */

import type { AskResult, Finding, Lens } from "./contract";
import { element } from "./dom";
import { placeLink } from "./links";
import type { Actions } from "./panel";
import { lines } from "./place";

export function lensView({ lens }: AskResult, actions: Actions): HTMLElement | null {
  if (lens === null || lens.groups.length === 0) return null;
  const { strings } = actions;
  const title = strings.find(`lens_${lens.name}`) ?? lens.name;
  const disputed = new Set(lens.conflicts.flatMap(({ keys }) => keys));
  const groups = [...lens.groups].sort(
    (one, other) => Number(disputed.has(other.key)) - Number(disputed.has(one.key)),
  );
  const rows = groups.map((group) => groupRow(group, disputed.has(group.key), actions));
  return element(
    "section.lens",
    { "aria-label": title },
    ...lens.conflicts.map((conflict) => conflictNote(conflict, lens, actions)),
    element("table", element("caption", title), element("tbody", ...rows)),
  );
}

function conflictNote(conflict: Lens["conflicts"][number], lens: Lens, { strings }: Actions): HTMLElement {
  const values = conflict.keys.map(
    (key) => lens.groups.find((group) => group.key === key)?.findings[0]?.text ?? key,
  );
  const subject = conflict.subject ? `${conflict.subject}: ` : "";
  return element("p.conflict", element("b", strings.text("disagree")), ` ${subject}${values.join(" ≠ ")}`);
}

function groupRow(group: Lens["groups"][number], disputed: boolean, actions: Actions): HTMLElement {
  const [first] = group.findings;
  const per = first?.value.per; // a price's: "seat/month"
  const value = `${first?.text ?? group.key}${typeof per === "string" ? ` / ${per}` : ""}`;
  const places = group.findings.map((finding) => element("li", findingLink(finding, actions)));
  return element(
    "tr",
    { class: disputed ? "disputed" : null },
    element("th", { scope: "row" }, value),
    element("td", group.subject),
    element("td", element("ul", ...places)),
  );
}

function findingLink(finding: Finding, actions: Actions): HTMLElement {
  const words = `${finding.file ?? finding.url} ${lines(finding, actions.strings)}`.trim();
  return placeLink(actions, finding, finding.text, { "data-stop": "" }, words);
}
