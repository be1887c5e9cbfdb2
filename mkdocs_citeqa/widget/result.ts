/** Hit -> the JSON of a result, with what each word gave to its score. Twin: result.py. */

import type { Citation, Explanation, Result, SearchResult } from "./contract";
import { fieldTexts, strip, textOf } from "./fields";
import type { Index } from "./index";
import type { Unit } from "./passage_shard";
import type { Clue, Question, Word } from "./question";
import { bm25, type Found, find, type Hit } from "./search";

export interface SearchOptions {
  top?: number;
  explain?: boolean;
  typing?: boolean;
  signal?: AbortSignal;
}

/** The best passages for a question, as the command line prints them. */
export async function search(index: Index, text: string, options: SearchOptions = {}): Promise<SearchResult> {
  const found = await index.files.settle(() => find(index, text, options), options.signal);
  return searchJson(index, found, text, options.explain);
}

export function resultJson(hit: Hit): Result {
  const { passage } = hit;
  return {
    file: passage.page.file,
    start: passage.start,
    end: passage.end,
    url: passage.page.url,
    anchor: passage.anchor,
    section: passage.section,
    title: passage.page.title,
    heading: passage.heading,
    trail: passage.trail,
    score: hit.score,
    terms: hit.terms,
    strong: hit.strong,
    generated: passage.generated,
    text: textOf(passage),
  };
}

export function searchJson(index: Index, found: Found, question: string, explain = false): SearchResult {
  const results = found.hits.map((hit) => {
    const result = resultJson(hit);
    return explain ? { ...result, explain: explanation(index, found.question, hit) } : result;
  });
  return { question, results, missing: missing(found), corrections: corrections(found.question) };
}

/** Words of the question, and quoted phrases, that no passage has in any form. */
function missing(found: Found): string[] {
  const words = found.question.words.filter((word) => word.clues.length === 0 && !word.stop);
  const phrases = found.phraseMissing ? found.question.phrases.map((phrase) => `"${phrase.join(" ")}"`) : [];
  return [...words.map((word) => word.surface), ...phrases];
}

/** Words that were read as another word of the docs. */
function corrections(question: Question): { word: string; used: string }[] {
  return question.words.filter((word) => word.used).map((word) => ({ word: word.surface, used: word.used }));
}

/** What each word gave in each field; the shares add up to the score. */
function explanation(index: Index, question: Question, hit: Hit): Explanation[] {
  const average = index.terms()?.average ?? 1;
  const lines = question.words.flatMap((word) =>
    given(word, hit.passage.slot, index, average).flatMap(([clue, value]) =>
      byField(index, hit, word, clue, value),
    ),
  );
  for (const [first, second, bonus] of hit.pairs) {
    const term = `${first.surface} ${second.surface}`;
    lines.push({
      term,
      matched: "",
      kind: "adjacency",
      field: "text",
      tf: 1,
      idf: 0,
      share: hit.base.factor * bonus,
    });
  }
  return lines;
}

/** The clues that made the word's score in this passage: the literal ones, else the best synonym. */
function given(word: Word, slot: number, index: Index, average: number): [Clue, number][] {
  const values: [Clue, number][] = [];
  for (const clue of word.clues) {
    bm25(clue, index, average, (at, value) => {
      if (at === slot) values.push([clue, value]);
    });
  }
  const literal = values.filter(([clue]) => clue.kind !== "synonym");
  return literal.length > 0 ? literal : values.sort(([, a], [, b]) => b - a).slice(0, 1);
}

function byField(index: Index, hit: Hit, word: Word, clue: Clue, value: number): Explanation[] {
  const line = { term: word.surface, matched: clue.term, kind: clue.kind, idf: clue.entry.idf };
  if (clue.kind === "lens") return [{ ...line, field: "", tf: 1, share: hit.base.factor * value }];
  const counts = count(index, hit, clue);
  const weight = (name: string): number => index.parameters.fields[name] ?? 0;
  let whole = 0;
  for (const [name, tf] of counts) whole += tf * weight(name);
  return counts.map(([field, tf]) => ({
    ...line,
    field,
    tf,
    share: hit.base.factor * value * ((tf * weight(field)) / whole),
  }));
}

/** How often a clue stands in each field; what no text of the passage has stands in the section's questions. */
function count(index: Index, hit: Hit, clue: Clue): [string, number][] {
  const known = new Set(clue.entry.terms);
  const weight = (name: string): number => index.parameters.fields[name] ?? 0;
  const counted = Object.entries(fieldTexts(hit.passage)).map(([name, text]): [string, number] => {
    return [name, index.analyser.tokens(text).filter((token) => known.has(token.term)).length];
  });
  let rest = clue.entry.frequencies[clue.entry.slots.indexOf(hit.passage.slot)] ?? 0;
  for (const [name, tf] of counted) rest -= tf * weight(name);
  if (rest > 0) counted.push(["questions", Math.floor(rest / weight("questions"))]);
  return counted.filter(([, tf]) => tf > 0);
}

/** Where a quotation stands: neighbouring units of one block. */
export function citationJson(n: number, hit: Hit, units: Unit[], source: string | null): Citation {
  const { passage } = hit;
  const starts = units.flatMap((unit) => unit.start ?? []);
  const ends = units.flatMap((unit) => unit.end ?? []);
  const start = starts.length > 0 ? Math.min(...starts) : null;
  const end = ends.length > 0 ? Math.max(...ends) : null;
  return {
    n,
    file: passage.page.file,
    start,
    end,
    url: passage.page.url,
    anchor: units[0]?.anchor ?? passage.anchor,
    section: passage.section,
    title: passage.page.title,
    trail: passage.section ? [...passage.trail, passage.heading] : passage.trail,
    quote: strip(units.map((unit) => unit.text).join("")),
    source: sourceLink(source, passage.page.file, start, end),
    generated: units.some((unit) => unit.generated),
  };
}

/** The raw file at these lines, by the site's template with {file}, {start} and {end}. */
function sourceLink(
  template: string | null,
  file: string | null,
  start: number | null,
  end: number | null,
): string | null {
  if (template === null || file === null || start === null) return null;
  const path = file.split("/").map(encodeURIComponent).join("/");
  return template.replaceAll("{file}", path).replaceAll("{start}", `${start}`).replaceAll("{end}", `${end}`);
}
