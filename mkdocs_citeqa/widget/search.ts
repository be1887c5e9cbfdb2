/** Index + question -> Hit…: BM25 with fields, coverage and adjacency. Twin: search.py, which has the formula. */

import type { Token } from "./analysis";
import { fieldTexts } from "./fields";
import type { Index, LanguageIndex, Reading } from "./index";
import type { Passage } from "./passage_shard";
import { type Clue, type Question, readQuestion, type Word } from "./question";

/** How a passage scores, before its text is looked at. */
export interface Score {
  value: number;
  coverage: number;
  words: number;
  factor: number;
}

/** A passage that matched. */
export interface Hit {
  passage: Passage;
  score: number;
  base: Score;
  pairs: [Word, Word, number][];
  terms: string[];
  strong: boolean;
}

/** All that a search gives. */
export interface Found {
  question: Question;
  hits: Hit[];
  /** All hits whose text was looked at, of which `hits` are the best. */
  lookedAt: Hit[];
  matches: number;
  phraseMissing: boolean;
}

export interface FindOptions {
  top?: number;
  typing?: boolean;
}

export const TOP = 10;

/** The best passages for a question, best first; what is not there yet is noted by the index (see `settle`). */
export function find(index: Index, text: string, { top = TOP, typing = false }: FindOptions): Found {
  const terms = index.terms();
  if (!terms) return nothing({ words: [], phrases: [], excluded: [], lens: "", historical: false });
  index.wantSlots();
  const question = readQuestion(index, terms, text, typing);
  const scores = score(question, index, terms);
  if (index.files.pending) return nothing(question);
  let best = bestOf(scores, Math.max(top, index.parameters.candidates));
  let lookedAt = best.slice(0, index.parameters.candidates);
  for (const slot of lookedAt) index.passage(slot);
  if (index.files.pending) return nothing(question);
  const phrased = lookedAt.filter((slot) => hasPhrases(index, slot, question.phrases));
  const phraseMissing = question.phrases.length > 0 && phrased.length === 0;
  if (phrased.length > 0) best = lookedAt = phrased;
  const matches = phrased.length || scores.slots.length;
  const hits = lookedAt.flatMap((slot) => lookAt(question, index, slot, scores.of(slot), true));
  hits.sort((a, b) => b.score - a.score || a.passage.slot - b.passage.slot);
  const rest = best.slice(lookedAt.length, top);
  hits.push(...rest.flatMap((slot) => lookAt(question, index, slot, scores.of(slot), false)));
  return { question, hits: hits.slice(0, top), lookedAt: hits, matches, phraseMissing };
}

function nothing(question: Question): Found {
  return { question, hits: [], lookedAt: [], matches: 0, phraseMissing: false };
}

/** Scores by slot. */
interface Scores {
  /** Slots of all passages that any clue leads to and no excluded word forbids. */
  slots: number[];
  of(slot: number): Score;
}

export function score(question: Question, index: Index, terms: LanguageIndex): Scores {
  const [values, covered, words, own, shares, literal] = Array.from(
    { length: 6 },
    () => new Float64Array(index.slots),
  ) as [Numbers, Numbers, Numbers, Numbers, Numbers, Numbers];
  const slots = new Set<number>();
  let total = 0;
  for (const word of question.words) {
    total += word.mass;
    for (const slot of scoreWord(word, index, terms, own, shares, literal)) {
      slots.add(slot);
      values[slot] = at(values, slot) + at(own, slot);
      covered[slot] = at(covered, slot) + word.mass * at(shares, slot);
      words[slot] = at(words, slot) + (word.stop ? 0 : at(shares, slot));
      own[slot] = shares[slot] = literal[slot] = 0;
    }
  }
  for (const entry of question.excluded) for (const slot of entry.slots) slots.delete(slot);
  const c = index.parameters.coverage;
  const of = (slot: number): Score => {
    const coverage = at(covered, slot) / total;
    const factor = index.boost(slot, question.historical) * (c + (1 - c) * coverage);
    return { value: at(values, slot), coverage, words: at(words, slot), factor };
  };
  return { slots: [...slots], of };
}

/** The best slots in order, `count` of them and those that score like the last. */
function bestOf({ slots, of }: Scores, count: number): number[] {
  const scored = slots.map((slot): [number, number] => {
    const { factor, value } = of(slot);
    return [slot, factor * value];
  });
  const sorted = Float64Array.from(scored, ([, base]) => base).sort();
  const least = sorted[sorted.length - count] ?? 0;
  const best = scored.filter(([, base]) => base >= least).sort(([a, x], [b, y]) => y - x || a - b);
  return best.map(([slot]) => slot);
}

/** Notes one word's scores and the shares of it that are covered; a synonym counts where nothing literal stands. */
function scoreWord(
  word: Word,
  index: Index,
  terms: LanguageIndex,
  own: Numbers,
  shares: Numbers,
  literal: Numbers,
): Set<number> {
  const found = new Set<number>();
  for (const clue of [...word.clues].sort((a, b) => order(a) - order(b))) {
    const alike = clue.kind === "synonym";
    bm25(clue, index, terms.average, (slot, value) => {
      if (alike && (literal[slot] || value <= at(own, slot))) return;
      found.add(slot);
      own[slot] = alike ? value : at(own, slot) + value;
      shares[slot] = alike ? clue.share : Math.min(1, at(shares, slot) + clue.share);
      if (!alike) literal[slot] = 1;
    });
  }
  return found;
}

/** Literal clues first. */
function order(clue: Clue): number {
  return clue.kind === "synonym" ? 1 : 0;
}

type Numbers = Float64Array;

function at(numbers: Numbers, slot: number): number {
  return numbers[slot] as number;
}

/** Gives slot and score of each of one clue's passages. */
export function bm25(
  clue: Clue,
  index: Index,
  average: number,
  give: (slot: number, value: number) => void,
): void {
  const { k1, b, unit } = index.parameters;
  const { slots, frequencies } = clue.entry;
  const weight = clue.weight * clue.entry.idf;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    const tf = (frequencies[i] as number) / unit;
    give(slot, weight * (tf / (tf + k1 * (1 - b + (b * index.length(slot)) / average))));
  }
}

/** A hit, with what only its text can tell. */
function lookAt(question: Question, index: Index, slot: number, scored: Score, together: boolean): Hit[] {
  const passage = index.passage(slot);
  if (!passage) return [];
  const reading = readPlaces(index, passage);
  const positions = question.words.map((word) => positionsOf(word, reading));
  const pairs = together ? pairsOf(question.words, positions, index.parameters.adjacency) : [];
  let bonus = 0;
  for (const [, , more] of pairs) bonus += more;
  const total = scored.factor * scored.value + scored.factor * bonus;
  const evidence = scored.coverage + index.parameters.evidence * (scored.words + pairs.length);
  const strong = evidence >= index.parameters.strong;
  return [{ passage, score: total, base: scored, pairs, terms: surfaces(question.words, reading), strong }];
}

/** The tokens of a passage's heading and text; a gap in the positions keeps the two apart. */
function readPlaces(index: Index, passage: Passage): Reading {
  let reading = index.readings.get(passage.slot);
  if (!reading) {
    const texts = fieldTexts(passage);
    const heading = index.analyser.tokens(texts.heading);
    const last = heading.at(-1);
    const after = last ? last.position + 100 : 0;
    const text = index.analyser.tokens(texts.text);
    reading = new Map();
    for (const token of heading) note(reading, token, token.position);
    for (const token of text) note(reading, token, token.position + after);
    index.readings.set(passage.slot, reading);
  }
  return reading;
}

function note(reading: Reading, { term, surface }: Token, position: number): void {
  const places = reading.get(term);
  if (places) places.push({ position, surface });
  else reading.set(term, [{ position, surface }]);
}

function positionsOf(word: Word, reading: Reading): Set<number> {
  const found = new Set<number>();
  for (const clue of word.clues) {
    if (clue.kind === "synonym") continue;
    for (const term of clue.entry.terms)
      for (const place of reading.get(term) ?? []) found.add(place.position);
  }
  return found;
}

/** Words that follow each other in the question, and in the passage at no more than the same distance. */
function pairsOf(words: Word[], positions: Set<number>[], share: number): [Word, Word, number][] {
  const telling = words.map((word, i): [Word, Set<number>] => [word, positions[i] ?? new Set()]);
  const content = telling.filter(([word]) => !word.stop);
  const found: [Word, Word, number][] = [];
  content.slice(1).forEach(([second, there], i) => {
    const [first, here] = content[i] as [Word, Set<number>];
    const reach = Math.max(1, second.position - first.position);
    if ([...here].some((at) => within(there, at, reach))) {
      found.push([first, second, share * Math.min(first.mass, second.mass)]);
    }
  });
  return found;
}

function within(there: Set<number>, at: number, reach: number): boolean {
  for (let step = 1; step <= reach; step++) if (there.has(at + step)) return true;
  return false;
}

/** Matched words as the passage writes them, each once, in the order of the question. */
function surfaces(words: Word[], reading: Reading): string[] {
  const found = new Map<string, string>();
  for (const word of words) {
    if (word.stop) continue;
    const terms = new Set(word.clues.flatMap((clue) => clue.entry.terms));
    const places = [...terms].flatMap((term) => reading.get(term) ?? []);
    for (const { surface } of places.sort((a, b) => a.position - b.position)) {
      const key = surface.toLowerCase();
      if (!found.has(key)) found.set(key, surface);
    }
  }
  return [...found.values()];
}

function hasPhrases(index: Index, slot: number, phrases: string[][]): boolean {
  const passage = index.passage(slot);
  if (phrases.length === 0 || !passage) return false;
  const reading = readPlaces(index, passage);
  const at = phrases.map((phrase) =>
    phrase.map((term) => (reading.get(term) ?? []).map(({ position }) => position)),
  );
  return at.every(([first = [], ...more]) =>
    first.some((start) => more.every((positions, i) => positions.includes(start + i + 1))),
  );
}
