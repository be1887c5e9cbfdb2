/** Choosing a lens and gathering what it found. Twins: `choose` in lenses/choosing.py, `lens_json` in lenses/report.py. */

import type { Finding, Lens } from "./contract";

/** What the manifest says of a lens. */
export interface LensWords {
  name: string;
  words: string[];
}

/** A finding with the numbers of the site's conflicts that it is part of. */
export interface Disputed {
  finding: Finding;
  disputes: number[];
}

/** The lens whose words the question says; null, the normal case, when it says no lens's words. */
export function choose<L extends LensWords>(question: string, lenses: readonly L[]): L | null {
  const asked = question.toLowerCase();
  let best: L | null = null;
  let longest = 0;
  for (const lens of lenses) {
    const length = Math.max(0, ...lens.words.filter((phrase) => says(asked, phrase)).map(size));
    if (length > longest) {
      best = lens;
      longest = length;
    }
  }
  return best;
}

/** Code points, as Python counts them. */
function size(phrase: string): number {
  return [...phrase].length;
}

/** Does a lower-cased text hold this phrase as whole words? A sign needs no border. */
export function says(asked: string, phrase: string): boolean {
  let at = asked.indexOf(phrase);
  while (at >= 0) {
    const before = asked.slice(0, at).match(/.$/su)?.[0];
    const after = asked.slice(at + phrase.length).match(/^./su)?.[0];
    const letters = [...phrase];
    if (border(before, letters[0] ?? "") && border(after, letters[letters.length - 1] ?? "")) return true;
    at = asked.indexOf(phrase, at + 1);
  }
  return false;
}

function border(outer: string | undefined, inner: string): boolean {
  return !(outer !== undefined && inner < "\u0e00" && isWord(inner) && isWord(outer));
}

function isWord(char: string): boolean {
  return /^[\p{L}\p{N}_]$/u.test(char);
}

/** The lens of an answer: figures in the order of their first finding, those that disagree here before all others. */
export function gather(name: string, found: readonly Disputed[]): Lens {
  const groups = new Map<string, Finding[]>();
  const sides = new Map<number, Map<string, string>>();
  for (const { finding, disputes } of found) {
    groups.set(finding.key, [...(groups.get(finding.key) ?? []), finding]);
    for (const number of disputes) {
      const keys = sides.get(number) ?? new Map<string, string>();
      sides.set(number, keys.has(finding.key) ? keys : keys.set(finding.key, finding.subject));
    }
  }
  const conflicts = [...sides.values()]
    .filter((keys) => keys.size > 1)
    .map((keys) => ({ subject: [...keys.values()][0] ?? "", keys: [...keys.keys()] }));
  const disputed = new Set(conflicts.flatMap(({ keys }) => keys));
  const shown = [...groups].map(([key, findings]) => {
    return { key, subject: findings.find(({ subject }) => subject)?.subject ?? "", findings };
  });
  const order = ({ key }: { key: string }): number => (disputed.has(key) ? 0 : 1);
  return { name, groups: shown.sort((a, b) => order(a) - order(b)), conflicts };
}
