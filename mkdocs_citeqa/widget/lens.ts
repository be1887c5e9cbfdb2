/** Choosing a lens and gathering what it found. Twin: mkdocs_citeqa/lenses/choosing.py and conflicts.py, same order. */

import type { Finding } from "./contract";

/** What the manifest says of a lens. */
export interface LensWords {
  name: string;
  words: string[];
}

export interface Disagreement {
  subject: string;
  keys: string[];
  findings: Finding[];
}

export interface Gathered {
  groups: { key: string; subject: string; findings: Finding[] }[];
  conflicts: Disagreement[];
  /** Figures of one thing of which one does not say its basis. */
  remarks: Disagreement[];
}

type Interval = [number | null, number | null] | null | undefined;

/** The fields of a finding's value that decide what it can contradict. */
interface Told {
  basis?: string;
  at?: Interval;
  scope: string;
  sure: number;
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

/** Findings of one lens by figure, and where they contradict each other. */
export function gather(findings: readonly Finding[]): Gathered {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) push(groups, finding.key, finding);
  const shown = [...groups].map(([key, found]) => ({ key, subject: common(found), findings: found }));
  const conflicts: [Finding, Finding][] = [];
  const remarks: [Finding, Finding][] = [];
  for (const subject of bySubject(findings).values()) {
    subject.forEach((one, i) => {
      for (const other of subject.slice(0, i)) {
        const verdict = compare(other, one);
        if (verdict) (verdict === "conflict" ? conflicts : remarks).push([other, one]);
      }
    });
  }
  return { groups: shown, conflicts: merged(conflicts), remarks: merged(remarks) };
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

function common(found: readonly Finding[]): string {
  return found.find(({ subject }) => subject)?.subject ?? "";
}

function bySubject(findings: readonly Finding[]): Map<string, Finding[]> {
  const subjects = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.subject && told(finding).basis) push(subjects, finding.subject, finding);
  }
  return subjects;
}

function told(finding: Finding): Told {
  return finding.value as unknown as Told;
}

/** How two findings of one subject stand to each other: "conflict", "remark" or "" when they agree. */
export function compare(one: Finding, other: Finding): "conflict" | "remark" | "" {
  const [a, b] = [told(one), told(other)];
  if (one.key === other.key || agree(a.at, b.at) || !sameThing(one, other)) return "";
  const [first, second] = [a.basis ?? "", b.basis ?? ""];
  if (first === second) return "conflict";
  const [less, more] = first.length <= second.length ? [a, second] : [b, first];
  if (!more.startsWith(`${less.basis} `)) return "";
  return less.at?.[0] === 0 && less.at[1] === 0 ? "conflict" : "remark";
}

/** Can both hold? */
function agree(a: Interval, b: Interval): boolean {
  if (!a || !b) return false;
  if ((a[0] === null && b[0] === null) || (a[1] === null && b[1] === null)) {
    return a[0] === b[0] && a[1] === b[1];
  }
  return !(below(a[1], b[0]) || below(b[1], a[0]));
}

function below(high: number | null, low: number | null): boolean {
  return high !== null && low !== null && high < low;
}

function sameThing(one: Finding, other: Finding): boolean {
  const [a, b] = [told(one), told(other)];
  const known = one.subject.split(" ");
  const named = [a.scope, b.scope].some(
    (scope) => scope !== "" && scope.split(" ").every((word) => known.includes(word)),
  );
  if (one.file === other.file) return a.scope !== b.scope && named;
  const [folder, name] = split(one.file ?? "");
  const [beside, otherName] = split(other.file ?? "");
  if (name !== "" && name === otherName) return false;
  const needed = folder !== "" && folder === beside ? 2 : 1;
  return named || Math.max(a.sure, b.sure) >= needed;
}

function split(file: string): [folder: string, name: string] {
  const at = file.lastIndexOf("/");
  return [file.slice(0, Math.max(at, 0)), file.slice(at + 1)];
}

/** One entry a subject and basis, with every finding that takes part. */
function merged(pairs: readonly [Finding, Finding][]): Disagreement[] {
  const entries = new Map<string, Finding[]>();
  for (const pair of pairs) {
    const [first, second] = pair.map((finding) => told(finding).basis ?? "") as [string, string];
    const key = `${pair[0].subject}\n${first.length >= second.length ? first : second}`;
    for (const finding of pair) {
      if (!entries.get(key)?.includes(finding)) push(entries, key, finding);
    }
  }
  return [...entries.values()].map((findings) => ({
    subject: findings[0]?.subject ?? "",
    keys: [...new Set(findings.map(({ key }) => key))],
    findings,
  }));
}
