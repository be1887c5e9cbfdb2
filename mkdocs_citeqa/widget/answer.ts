/** question + Hit… -> an answer put together from quotations, or none. Twin: answer.py, which tells the method. */

import type { Token } from "./analysis";
import type { AskResult, Citation, Lens, Statement } from "./contract";
import { strip } from "./fields";
import type { Index } from "./index";
import { gather } from "./lens";
import type { Unit } from "./passage_shard";
import type { Word } from "./question";
import { citationJson, type SearchOptions, searchJson } from "./result";
import { type Found, find, type Hit } from "./search";

const PROSE = 730;
const CODE = 600;
const SOURCES = 10;
const FLOOR = 0.3;
const BASE = 0.6;
const HEADING = 0.6;
const SYNONYM = 0.5;
const NEAR = 0.5;
const AFTER = 0.5;
const LATER = 0.05;
const LITTLE = 0.3;
const POINTER = 0.6;
const NAMED = 1.4;
const ALIKE = 0.85;
const SHORT = 15;
const POINTS =
  /\b(see|read more|learn more|more about|as (shown|described|explained)|below|above|following|next)\b/i;

/** Neighbouring units of one block, chosen for an answer. */
interface Quotation {
  hit: number;
  first: number;
  last: number;
  worth: number;
}

/** What the docs say, in their own words. */
interface Composed {
  statements: Statement[];
  citations: Citation[];
}

/** An answer to a question, or none when the evidence is weak, as the command line prints it. */
export async function ask(index: Index, text: string, options: SearchOptions = {}): Promise<AskResult> {
  const found = await index.files.settle(() => find(index, text, options), options.signal);
  return askJson(index, text, found, compose(index, found), options.explain);
}

/** The answer that these hits can carry. */
export function compose(index: Index, found: Found): Composed {
  const hits = found.hits.filter((hit) => hit.strong).slice(0, SOURCES);
  const chosen = choose(index, found.question.words, hits);
  chosen.sort((a, b) => a.hit - b.hit || a.first - b.first);
  const answer: Composed = { statements: [], citations: [] };
  chosen.forEach((quotation, i) => {
    const units = unitsOf(hits, quotation.hit);
    const quoted = units.slice(quotation.first, quotation.last + 1);
    const lead = isQuoted(chosen, quotation.hit, quotation.first - 1)
      ? undefined
      : leadOf(units, quotation.first);
    answer.statements.push({ text: statement(quoted, lead), citations: [i + 1] });
    answer.citations.push(citationJson(i + 1, hits[quotation.hit] as Hit, quoted, index.source));
  });
  return answer;
}

function unitsOf(hits: Hit[], hit: number): Unit[] {
  return hits[hit]?.passage.units ?? [];
}

/** The units worth most that fit, best first; units of one block join, with what stands between them. */
function choose(index: Index, words: Word[], hits: Hit[]): Quotation[] {
  const rated = rate(index, words, hits);
  rated.sort((a, b) => b.worth - a.worth || a.hit - b.hit || a.first - b.first);
  const floor = FLOOR * (rated[0]?.worth ?? 0);
  const chosen: Quotation[] = [];
  const said: Set<string>[] = [];
  const room = { prose: PROSE, code: CODE };
  for (const quotation of rated) {
    const units = unitsOf(hits, quotation.hit);
    const near = chosen.find((q) => q.hit === quotation.hit && sameBlock(units, q.first, quotation.first));
    const added = near ? reach(near, quotation) : quotation;
    const unit = units[quotation.first] as Unit;
    const kind = unit.kind === "code" || unit.kind === "row" ? "code" : "prose";
    const cost = lengthOf(units, added) - (near ? lengthOf(units, near) : 0);
    const terms = new Set(index.analyser.tokens(unit.text).map((token) => token.term));
    if (quotation.worth < floor || (chosen.length > 0 && cost > room[kind]) || repeats(terms, said)) continue;
    said.push(terms);
    room[kind] -= cost;
    if (near) Object.assign(near, added);
    else chosen.push(quotation);
  }
  return chosen;
}

/** Has nearly all of this been said already? */
function repeats(terms: Set<string>, said: Set<string>[]): boolean {
  return said.some((other) => [...terms].filter((term) => other.has(term)).length >= ALIKE * terms.size);
}

/** Every unit that can be quoted, with its worth. */
function rate(index: Index, words: Word[], hits: Hit[]): Quotation[] {
  let total = 0;
  for (const word of words) total += word.mass;
  const best = hits[0]?.score ?? 1;
  return hits.flatMap((hit, number) => {
    const covers = shares(index, words, hit).map((share) => share / total);
    const at = (place: number): number => covers[Math.min(Math.max(place, 0), covers.length - 1)] ?? 0;
    return hit.passage.units.flatMap((unit, place): Quotation[] => {
      if (unit.kind === "header" || unit.kind === "term") return [];
      const share = Math.max(at(place), NEAR * Math.max(at(place - 1), AFTER * at(place + 1)));
      const worth = (hit.score / best) * (BASE + share) * placed(place) * telling(index, unit);
      return [{ hit: number, first: place, last: place, worth }];
    });
  });
}

/** How much of the question's weight each unit covers, what stands above it counting less. */
function shares(index: Index, words: Word[], hit: Hit): number[] {
  const { page, trail, heading, units } = hit.passage;
  const above = covered(index, words, [page.title, ...trail, heading].join(" "));
  return units.map((unit) => {
    const own = covered(index, words, `${unit.head} ${unit.text}`);
    let share = 0;
    words.forEach((word, i) => {
      share += word.mass * Math.max(own[i] ?? 0, HEADING * (above[i] ?? 0));
    });
    return share;
  });
}

/** How much of each word stands in a text: 1 literally, less as a synonym, else 0. */
function covered(index: Index, words: Word[], text: string): number[] {
  const terms = new Set(index.analyser.tokens(text).map((token) => token.term));
  return words.map((word) => {
    const standing = word.clues.filter((clue) => clue.entry.terms.some((term) => terms.has(term)));
    return Math.max(0, ...standing.map((clue) => (clue.kind === "synonym" ? SYNONYM : 1)));
  });
}

/** The beginning of a passage tells more than its end. */
function placed(place: number): number {
  return 1 / (1 + LATER * place);
}

/** A label or a pointer to another place says little; code and the names of options say much. */
function telling(index: Index, unit: Unit): number {
  const text = strip(unit.text);
  const letters = [...text].length;
  const label = letters < SHORT && unit.kind !== "item";
  if (unit.kind === "title" || unit.kind === "caption" || label) return LITTLE;
  if (unit.kind === "code" || index.analyser.tokens(text).some(isName)) return NAMED;
  return POINTS.test(text) && letters < 120 ? POINTER : 1;
}

/** As Python's isalpha on the surface without its dashes. */
function isName({ whole, surface }: Token): boolean {
  return whole && !/^\p{L}+$/u.test(surface.replaceAll("-", ""));
}

function isQuoted(chosen: Quotation[], hit: number, place: number): boolean {
  return chosen.some((q) => q.hit === hit && q.first <= place && place <= q.last);
}

function sameBlock(units: Unit[], a: number, b: number): boolean {
  return units.slice(Math.min(a, b) + 1, Math.max(a, b) + 1).every((unit) => unit.joined);
}

function reach(a: Quotation, b: Quotation): Quotation {
  return { hit: a.hit, first: Math.min(a.first, b.first), last: Math.max(a.last, b.last), worth: a.worth };
}

function lengthOf(units: Unit[], quotation: Quotation): number {
  const quoted = units.slice(quotation.first, quotation.last + 1);
  const beside = `${leadOf(units, quotation.first)?.text ?? ""}${quoted[0]?.head ?? ""}`;
  return [...`${beside}${quoted.map((unit) => unit.text).join("")}`].length;
}

/** The sentence that introduces a piece of code. */
function leadOf(units: Unit[], first: number): Unit | undefined {
  const unit = units[first];
  const before = units[first - 1];
  if (!before || unit?.kind !== "code" || unit.joined) return undefined;
  return before.kind !== "code" && strip(before.text).endsWith(":") ? before : undefined;
}

/** Plain text of a quotation: code fenced, a row below its header, an item after its marker. */
function statement(units: Unit[], lead: Unit | undefined): string {
  const [first] = units;
  if (!first) return "";
  const whole = units.map((unit) => unit.text).join("");
  let text = strip(whole);
  if (first.kind === "code") {
    const fence = text.includes("```") ? "````" : "```";
    text = `${fence}${first.language}\n${whole.replace(/^\n+|\n+$/g, "")}\n${fence}`;
  } else if (first.head && first.kind === "row") text = `${first.head}\n${text}`;
  else if (first.head && first.kind === "definition") text = `${first.head}: ${text}`;
  else if (first.head && !first.joined) text = `${first.head} ${text}`;
  return lead ? `${strip(lead.text)}\n${text}` : text;
}

function askJson(index: Index, question: string, found: Found, answer: Composed, explain = false): AskResult {
  const { statements, citations } = answer;
  return {
    ...searchJson(index, found, question, explain),
    mode: "quoted",
    status: statements.length > 0 ? "answered" : "no_answer",
    text: statements.map((s) => `${s.text} ${s.citations.map((n) => `[${n}]`).join("")}`).join("\n\n"),
    statements,
    citations,
    lens: readLens(found),
  };
}

/** What the lens that the question calls for reads in the passages found; null when there is none. */
function readLens(found: Found): Lens | null {
  const name = found.question.lens;
  const read = found.lookedAt.flatMap((hit) =>
    hit.passage.findings.filter(({ finding }) => finding.lens === name),
  );
  return read.length > 0 ? gather(name, read) : null;
}
