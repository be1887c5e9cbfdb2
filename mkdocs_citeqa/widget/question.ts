/** question -> Word…: what each word of it may mean in the docs. Twin: question.py. */

import { type Analyser, VERSION } from "./analysis";
import type { Entry, Index, LanguageIndex, Parameters } from "./index";
import { choose } from "./lens";

const QUOTED = /["“„«]([^"“”„«»]+)["”“»]/g;
const TYPO_FROM = [5, 9];
const SHORTEST_PREFIX = 3;
const SUFFIX = 4;
const EXPANSIONS = 3;
const APART = 100;
const LENS = "~";

type Reading = "prefix" | "typo";

/** A stem of the docs that a word of the question leads to. */
export interface Clue {
  kind: "exact" | "part" | "lens" | "synonym" | Reading;
  weight: number;
  entry: Entry;
  term: string;
  share: number;
}

/** One word of the question, or one compound. */
export interface Word {
  surface: string;
  terms: [string, boolean][];
  position: number;
  stop: boolean;
  clues: Clue[];
  mass: number;
  used: string;
}

export interface Question {
  words: Word[];
  phrases: string[][];
  excluded: Entry[];
  /** Name of the lens that it calls for. */
  lens: string;
  /** It names a version or asks what changed. */
  historical: boolean;
}

/** The question's words with their clues; while `typing`, its last word may be the beginning of one. */
export function readQuestion(index: Index, terms: LanguageIndex, text: string, typing = false): Question {
  const [words, dashed] = splitWords(index.analyser, text, terms.stop);
  const quoted = [...text.matchAll(QUOTED)].map((match) => phrase(index.analyser, match[1] ?? ""));
  const phrases = quoted.filter((terms) => terms.length > 0);
  const question: Question = { words, phrases, excluded: [], lens: "", historical: false };
  for (const word of dashed) exclude(word, question, terms);
  const history = index.parameters.history.split(" ");
  question.historical = words.some((word) => isHistorical(word, history));
  const lens = choose(text, index.lenses);
  if (lens) lookThrough(question, lens.name, index.parameters.audit.split(" "));
  const alone = words.every((word) => word.stop);
  const last = Math.max(-1, ...words.map((word) => word.position));
  for (const word of words) {
    const weight = word.stop && !alone ? index.parameters.stop : 1;
    findClues(word, weight, terms, index.parameters, typing && word.position === last && !text.endsWith(" "));
  }
  question.words = once(words).filter((word) => word.clues.length > 0 || word.surface !== question.lens);
  addSynonyms(question.words, terms, index.parameters);
  return question;
}

function isHistorical(word: Word, history: string[]): boolean {
  return VERSION.test(word.surface) || word.terms.some(([term]) => history.includes(term));
}

/** A question that calls for a lens also asks for the passages in which it reads something. */
function lookThrough(question: Question, lens: string, audit: string[]): void {
  question.lens = lens;
  for (const word of question.words) word.stop ||= word.terms.every(([term]) => audit.includes(term));
  const position = Math.max(0, ...question.words.map((word) => word.position)) + APART;
  const terms: [string, boolean][] = [[LENS + lens, false]];
  question.words.push({ surface: lens, terms, position, stop: false, clues: [], mass: 0, used: "" });
}

/** The words of a text, each once, and those that a single dash may exclude. */
export function splitWords(analyser: Analyser, text: string, stop: Set<string>): [Word[], Word[]] {
  const words = new Map<string, Word>();
  const dashed = new Map<string, Word>();
  let position = 0;
  for (const surface of analyser.chunks(text)) {
    const terms = analyser.terms(surface).map(([term, , whole]): [string, boolean] => [term, whole]);
    const key = terms.map(([term]) => term).join(" ");
    const target = /^-[^-]{2}/.test(surface) ? dashed : words;
    if (terms.length > 0 && !target.has(key)) {
      const stops = terms.every(([term]) => stop.has(term));
      target.set(key, { surface, terms, position, stop: stops, clues: [], mass: 0, used: "" });
    }
    position += analyser.width(surface);
  }
  return [[...words.values()], [...dashed.values()]];
}

function phrase(analyser: Analyser, text: string): string[] {
  const terms = analyser.chunks(text).flatMap((chunk) => analyser.terms(chunk));
  return terms.filter(([, , whole]) => !whole).map(([term]) => term);
}

function exclude(word: Word, question: Question, terms: LanguageIndex): void {
  const flag = terms.lookup(word.terms[0]?.[0] ?? "") !== undefined;
  const entries = word.terms.filter(([, whole]) => !whole).map(([term]) => terms.lookup(term));
  if (flag || question.words.length === 0) question.words.push(word);
  else question.excluded.push(...entries.filter((entry) => entry !== undefined));
}

function findClues(
  word: Word,
  weight: number,
  terms: LanguageIndex,
  parameters: Parameters,
  unfinished: boolean,
): void {
  let whole = false;
  const parts = Math.max(1, word.terms.filter(([, compound]) => !compound).length);
  const alone = 1 / parts;
  const seen = new Set<Entry>();
  for (const [term, compound] of word.terms) {
    const entry = terms.lookup(term);
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    const lens = term.startsWith(LENS);
    const less = lens ? parameters.lens : whole ? parameters.part : compound ? 1 : alone;
    const share = compound ? 1 : alone;
    const kind = lens ? "lens" : whole ? "part" : "exact";
    word.clues.push({ kind, weight: weight * less, entry, term, share });
    whole = whole || compound;
  }
  if (!whole && !word.stop && !terms.files.pending) {
    const known = new Set(word.clues.map((clue) => clue.term));
    for (const [term, compound] of word.terms) {
      if (compound || term.startsWith(LENS) || known.has(term) || terms.lookup(term)) continue;
      for (const [kind, entry, name] of readAs(word, term, terms, unfinished)) {
        const less = parameters[kind];
        word.clues.push({ kind, weight: weight * alone * less, entry, term: name, share: less * alone });
      }
    }
  }
  const rarities = word.clues.map((clue) => clue.entry.idf);
  const absent = weight === 1 ? terms.idf(0) : 0;
  word.mass = weight * (rarities.length > 0 ? Math.max(...rarities) : absent);
}

/** Two forms of one word are asked once. */
function once(words: Word[]): Word[] {
  const seen = new Set<Entry>();
  return words.filter((word) => {
    const entries = word.clues.map((clue) => clue.entry);
    const kept = entries.length === 0 || !entries.every((entry) => seen.has(entry));
    for (const entry of entries) seen.add(entry);
    return kept;
  });
}

function readAs(
  word: Word,
  term: string,
  terms: LanguageIndex,
  unfinished: boolean,
): [Reading, Entry, string][] {
  let found: [string, Entry][] = [];
  let kind: Reading = "prefix";
  if (length(term) >= SHORTEST_PREFIX || unfinished) found = terms.prefixed(term, EXPANSIONS);
  if (found.length === 0 && !unfinished && !terms.files.pending && isAlphabetic(term)) {
    const [reading, names] = nearest(term, terms.vocabulary());
    kind = reading;
    for (const name of names) {
      const entry = terms.lookup(name);
      if (entry) found.push([name, entry]);
    }
  }
  const first = found[0];
  if (first && !unfinished) word.used ||= first[0];
  return found.map(([name, entry]) => [kind, entry, name]);
}

function length(term: string): number {
  return [...term].length;
}

/** As Python's str.isalpha. */
function isAlphabetic(term: string): boolean {
  return /^\p{L}+$/u.test(term);
}

/** The kind of reading and the docs' words for an unknown word: the longest beginning of it, else typos. */
export function nearest(term: string, vocabulary: [string, number][]): [Reading, string[]] {
  const letters = length(term);
  const stems = vocabulary.filter(
    ([name]) => length(name) >= Math.max(4, letters - SUFFIX) && term.startsWith(name),
  );
  if (stems.length > 0) return ["prefix", [stems.reduce((a, b) => (length(b[0]) > length(a[0]) ? b : a))[0]]];
  const reach = TYPO_FROM.filter((from) => letters >= from).length;
  const near = vocabulary
    .filter(([name]) => Math.abs(length(name) - letters) <= reach)
    .map(([name, count]): [number, number, string] => [distance(term, name, reach), -count, name])
    .filter(([far]) => far <= reach)
    .sort(([a, x, m], [b, y, n]) => a - b || x - y || (m < n ? -1 : 1));
  const best = near[0];
  if (!best || reach === 0) return ["typo", []];
  return [
    "typo",
    near
      .filter(([far]) => far === best[0])
      .map(([, , name]) => name)
      .slice(0, EXPANSIONS),
  ];
}

/** Edits between two words (a letter more, less, changed, or two swapped); `most + 1` when there are more. */
export function distance(from: string, to: string, most: number): number {
  const a = [...from];
  const b = [...to];
  let before: number[] = [];
  let row = [...b.keys(), b.length];
  for (let i = 1; i <= a.length; i++) {
    const older = before;
    before = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] !== b[j - 1] ? 1 : 0;
      let cost = Math.min(at(before, j) + 1, at(row, j - 1) + 1, at(before, j - 1) + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(older, j - 2) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return Math.min(at(row, b.length), most + 1);
}

function at(row: number[], column: number): number {
  return row[column] ?? 0;
}

function addSynonyms(words: Word[], terms: LanguageIndex, parameters: Parameters): void {
  for (let first = 0; first < words.length; first++) {
    for (const count of [3, 2, 1]) {
      const run = words.slice(first, first + count);
      if (run.length === count) addSynonym(run, terms, parameters);
    }
  }
}

function addSynonym(run: Word[], terms: LanguageIndex, parameters: Parameters): void {
  const literal = new Set(run.flatMap((word) => word.clues.map((clue) => clue.entry)));
  for (const other of others(run, terms)) {
    const entries = other.split(" ").flatMap((term) => terms.lookup(term) ?? []);
    for (const entry of entries) {
      if (literal.has(entry)) continue;
      const weight = parameters.synonym / entries.length;
      run[0]?.clues.push({
        kind: "synonym",
        weight,
        entry,
        term: other,
        share: parameters.meaning / entries.length,
      });
    }
  }
}

/** What the docs may say instead of these words, in any form of a single word. */
function others(run: Word[], terms: LanguageIndex): Set<string> {
  const keys = new Set([run.map((word) => word.terms[0]?.[0] ?? "").join(" ")]);
  const clue = run.length === 1 ? run[0]?.clues[0] : undefined;
  if (clue?.kind === "exact") for (const term of clue.entry.terms) keys.add(term);
  return new Set([...keys].flatMap((key) => terms.alike(key)));
}
