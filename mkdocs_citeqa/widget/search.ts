/** Index + question -> Hit…: BM25 with fields, coverage and adjacency. Twin: search.py, which has the formula. */

import type { Token } from "./analysis";
import { fieldTexts } from "./fields";
import type { Index, LanguageIndex, Passage } from "./index";
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
  if (!terms)
    return { question: { words: [], phrases: [], excluded: [] }, hits: [], matches: 0, phraseMissing: false };
  const question = readQuestion(index, terms, text, typing);
  const scores = score(question, index, terms);
  const nothing: Found = { question, hits: [], matches: 0, phraseMissing: false };
  if (index.pending) return nothing;
  let best = [...scores.keys()].sort((a, b) => base(scores, b) - base(scores, a) || a - b);
  let lookedAt = best.slice(0, index.parameters.candidates);
  for (const slot of lookedAt) index.passage(slot);
  if (index.pending) return nothing;
  const phrased = lookedAt.filter((slot) => hasPhrases(index, slot, question.phrases));
  const phraseMissing = question.phrases.length > 0 && phrased.length === 0;
  if (phrased.length > 0) best = lookedAt = phrased;
  const hits = lookedAt.flatMap((slot) => lookAt(question, index, slot, scores.get(slot), true));
  hits.sort((a, b) => b.score - a.score || a.passage.slot - b.passage.slot);
  const rest = best.slice(lookedAt.length, top);
  hits.push(...rest.flatMap((slot) => lookAt(question, index, slot, scores.get(slot), false)));
  return { question, hits: hits.slice(0, top), matches: best.length, phraseMissing };
}

function base(scores: Map<number, Score>, slot: number): number {
  const scored = scores.get(slot);
  return scored ? scored.factor * scored.value : 0;
}

/** slot -> score of every passage that any clue leads to and no excluded word forbids. */
export function score(question: Question, index: Index, terms: LanguageIndex): Map<number, Score> {
  let total = 0;
  for (const word of question.words) total += word.mass;
  const values = new Map<number, number>();
  const covered = new Map<number, number>();
  const words = new Map<number, number>();
  for (const word of question.words) {
    for (const [slot, [value, share]] of scoreWord(word, index, terms.average)) {
      values.set(slot, (values.get(slot) ?? 0) + value);
      covered.set(slot, (covered.get(slot) ?? 0) + word.mass * share);
      words.set(slot, (words.get(slot) ?? 0) + (word.stop ? 0 : share));
    }
  }
  const forbidden = new Set(question.excluded.flatMap((entry) => entry.slots));
  const c = index.parameters.coverage;
  const scores = new Map<number, Score>();
  for (const [slot, value] of values) {
    if (forbidden.has(slot)) continue;
    const coverage = (covered.get(slot) ?? 0) / total;
    const factor = index.boost(slot) * (c + (1 - c) * coverage);
    scores.set(slot, { value, coverage, words: words.get(slot) ?? 0, factor });
  }
  return scores;
}

/** slot -> (score, share of the word that it covers); a synonym counts where nothing literal stands. */
export function scoreWord(word: Word, index: Index, average: number): Map<number, [number, number]> {
  const literal = new Map<number, [number, number]>();
  const alike = new Map<number, [number, number]>();
  for (const clue of word.clues) {
    bm25(clue, index, average, (slot, value) => {
      if (clue.kind !== "synonym") {
        const [before, covered] = literal.get(slot) ?? [0, 0];
        literal.set(slot, [before + value, Math.min(1, covered + clue.share)]);
      } else if (value > (alike.get(slot)?.[0] ?? 0)) alike.set(slot, [value, clue.share]);
    });
  }
  for (const [slot, scored] of alike) if (!literal.has(slot)) literal.set(slot, scored);
  return literal;
}

/** Gives slot and score of each of one clue's passages. */
export function bm25(
  clue: Clue,
  index: Index,
  average: number,
  give: (slot: number, value: number) => void,
): void {
  const { k1, b, unit } = index.parameters;
  const weight = clue.weight * clue.entry.idf;
  clue.entry.slots.forEach((slot, i) => {
    const tf = (clue.entry.frequencies[i] ?? 0) / unit;
    give(slot, weight * (tf / (tf + k1 * (1 - b + (b * index.length(slot)) / average))));
  });
}

/** A hit, with what only its text can tell. */
function lookAt(
  question: Question,
  index: Index,
  slot: number,
  scored: Score | undefined,
  together: boolean,
): Hit[] {
  const passage = index.passage(slot);
  if (!passage || !scored) return [];
  const tokens = readTokens(index, passage);
  const positions = question.words.map((word) => positionsOf(word, tokens));
  const pairs = together ? pairsOf(question.words, positions, index.parameters.adjacency) : [];
  let bonus = 0;
  for (const [, , more] of pairs) bonus += more;
  const total = scored.factor * scored.value + scored.factor * bonus;
  const evidence = scored.coverage + index.parameters.evidence * (scored.words + pairs.length);
  const strong = evidence >= index.parameters.strong;
  return [{ passage, score: total, base: scored, pairs, terms: surfaces(question.words, tokens), strong }];
}

/** The tokens of a passage's heading and text; a gap in the positions keeps the two apart. */
export function readTokens(index: Index, passage: Passage): Token[] {
  let tokens = index.tokens.get(passage.slot);
  if (!tokens) {
    const texts = fieldTexts(passage);
    const heading = index.analyser.tokens(texts.heading);
    const last = heading.at(-1);
    const after = last ? last.position + 100 : 0;
    const text = index.analyser.tokens(texts.text);
    tokens = [...heading, ...text.map((token) => ({ ...token, position: token.position + after }))];
    index.tokens.set(passage.slot, tokens);
  }
  return tokens;
}

function positionsOf(word: Word, tokens: Token[]): Set<number> {
  const literal = new Set(word.clues.flatMap((clue) => (clue.kind === "synonym" ? [] : clue.entry.terms)));
  return new Set(tokens.filter((token) => literal.has(token.term)).map((token) => token.position));
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
function surfaces(words: Word[], tokens: Token[]): string[] {
  const found = new Map<string, string>();
  for (const word of words) {
    if (word.stop) continue;
    const known = new Set(word.clues.flatMap((clue) => clue.entry.terms));
    for (const { term, surface } of tokens) {
      const key = surface.toLowerCase();
      if (known.has(term) && !found.has(key)) found.set(key, surface);
    }
  }
  return [...found.values()];
}

function hasPhrases(index: Index, slot: number, phrases: string[][]): boolean {
  const passage = index.passage(slot);
  if (phrases.length === 0 || !passage) return false;
  const at = new Map<number, Set<string>>();
  for (const { position, term } of readTokens(index, passage)) {
    at.set(position, (at.get(position) ?? new Set()).add(term));
  }
  const starts = [...at.keys()];
  return phrases.every((phrase) =>
    starts.some((start) => phrase.every((term, i) => at.get(start + i)?.has(term))),
  );
}
