/**
 * The files of an index, fetched as a question needs them. Twin of the reader in index.py.
 *
 * Asking is written as if all files were there. `settle` runs it, fetches in parallel what it found missing, and runs
 * it again: a round for the terms, a round for the passages, one more only for a word that the docs do not have.
 */

import { ANALYSER, Analyser, type Classes } from "./analysis";
import type { LensWords } from "./lens";
import { type Passage, type PassageShard, type Shape, unpackPassages } from "./passage_shard";
import { type Entry, type TermShard, unpackTerms, whole } from "./term_shard";

export const FORMAT = 1;
const LENGTH = 64;
const TRIES = 3;
const PAUSE = 300;

export type { Entry };

export interface Parameters {
  k1: number;
  b: number;
  fields: Record<string, number>;
  unit: number;
  stop: number;
  part: number;
  prefix: number;
  typo: number;
  synonym: number;
  coverage: number;
  adjacency: number;
  candidates: number;
  evidence: number;
  strong: number;
  meaning: number;
  lens: number;
  audit: string;
  history: string;
}

interface LanguageData {
  passages: number;
  average: number;
  /** In how many passages a stem may stand, and its idf then. */
  counts: number[];
  idf: number[];
  /** Texts at which term shards begin, and their files. */
  borders: string[];
  terms: string[];
  vocabulary: string;
  stop: string;
  synonyms: [string[], string[]][];
}

interface Manifest {
  format: number;
  analyser: string;
  parameters: Parameters;
  classes: Classes;
  site: { language: string; source: string | null };
  lenses: LensWords[];
  counts: { pages: number; passages: number };
  languages: Record<string, LanguageData>;
  slots: { count: number; shard: number; files: string[] };
  shapes: Shape[];
  boosts: [number, number, number, number][];
}

/** term -> where it stands in a passage, and as what. */
export type Reading = Map<string, { position: number; surface: string }[]>;

type Numbered = [string, number][];

/** How a page that may not fetch gets a file; see offline.ts. */
export interface Globals {
  citeqaLoad?: (address: URL) => Promise<unknown>;
}

/** Files by name; what is asked for before it is there is noted and fetched by `settle`. */
class Files {
  readonly #base: URL;
  readonly #loaded = new Map<string, unknown>();
  readonly #read = new Map<string, unknown>();
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #missing = new Set<string>();

  constructor(base: URL) {
    this.#base = base;
  }

  /** What `read` makes of a file, once. */
  get<P, T>(name: string, read: (packed: P) => T): T | undefined {
    if (!this.#loaded.has(name)) this.#missing.add(name);
    else if (!this.#read.has(name)) this.#read.set(name, read(this.#loaded.get(name) as P));
    return this.#read.get(name) as T | undefined;
  }

  /** Are there files that this run asked for and did not get? */
  get pending(): boolean {
    return this.#missing.size > 0;
  }

  async settle<T>(run: () => T, signal?: AbortSignal): Promise<T> {
    for (;;) {
      signal?.throwIfAborted();
      this.#missing.clear();
      const result = run();
      const names = [...this.#missing];
      if (names.length === 0) return result;
      await Promise.all(names.map((name) => this.load(name)));
    }
  }

  load(name: string): Promise<unknown> {
    let loading = this.#loading.get(name);
    if (!loading) {
      loading = this.#fetch(name).catch((error) => {
        this.#loading.delete(name);
        throw error;
      });
      this.#loading.set(name, loading);
    }
    return loading;
  }

  async #fetch(name: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const content = await ((self as Globals).citeqaLoad ?? fetched)(new URL(name, this.#base));
        this.#loaded.set(name, content);
        return content;
      } catch {
        if (attempt === TRIES) throw new Error(name);
        await new Promise((resume) => setTimeout(resume, PAUSE * attempt));
      }
    }
  }
}

async function fetched(address: URL): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/** The terms of one language. */
export class LanguageIndex {
  readonly files: Files;
  readonly #data: LanguageData;
  readonly #synonyms = new Map<string, string[]>();
  readonly average: number;
  readonly stop: Set<string>;

  constructor(data: LanguageData, files: Files) {
    this.files = files;
    this.#data = data;
    this.average = data.average;
    this.stop = new Set(data.stop.split(" "));
    for (const [members, targets] of data.synonyms) {
      for (const key of members) this.#synonyms.set(key, [...(this.#synonyms.get(key) ?? []), ...targets]);
    }
  }

  /** The idf of a stem in so many passages. */
  idf(passages: number): number {
    return this.#data.idf[lastUpTo(this.#data.counts, passages)] ?? 0;
  }

  lookup(term: string): Entry | undefined {
    return this.#shard(this.#at(term)).get(term);
  }

  /** What the docs may say instead of a key; one with an asterisk stands for its regular endings too. */
  alike(key: string): string[] {
    const bare = key.replace(/(s|ed|ing)$/, "");
    return [key, `${key}*`, `${bare}*`, `${bare}e*`].flatMap((form) => this.#synonyms.get(form) ?? []);
  }

  /** Terms that begin so; the most frequent stems first, `limit` of them. */
  prefixed(prefix: string, limit: number): [string, Entry][] {
    const found: [string, Entry][] = [];
    for (let number = this.#at(prefix); number <= this.#at(`${prefix}\uffff`); number++) {
      for (const item of this.#shard(number)) if (item[0].startsWith(prefix)) found.push(item);
    }
    found.sort(([a, x], [b, y]) => y.passages - x.passages || (a < b ? -1 : 1));
    return found.slice(0, limit);
  }

  /** All words of the docs of four letters and more, sorted, with the number of their passages. */
  vocabulary(): Numbered {
    const read = ([words, counts]: [string, number[]]) =>
      whole(words).map((word, i): [string, number] => [word, counts[i] ?? 0]);
    return this.files.get(`vocabulary-${this.#data.vocabulary}.json`, read) ?? [];
  }

  #at(term: string): number {
    return lastUpTo(this.#data.borders, term);
  }

  #shard(number: number): Map<string, Entry> {
    const read = (shard: TermShard) => unpackTerms(shard, (passages) => this.idf(passages));
    const name = this.#data.terms[number];
    return (name && this.files.get(`terms-${name}.json`, read)) || new Map();
  }
}

/** Index of the last item that is not greater, or the first. */
function lastUpTo<T>(sorted: T[], item: T): number {
  let low = 1;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as T) <= item) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The lengths of many passages, as characters, and their shards. */
type Slots = [string, string[]];

function same<T>(content: T): T {
  return content;
}

/** A built index. */
export class Index {
  readonly files: Files;
  readonly #manifest: Manifest;
  readonly #terms: LanguageIndex | undefined;
  #lengths = "";
  #shards: string[] = [];
  readonly analyser: Analyser;
  readonly parameters: Parameters;
  readonly source: string | null;
  readonly lenses: LensWords[];
  readonly passages: number;
  /** The language that questions are asked in. */
  readonly language: string;
  /** Places of the terms of passages that were looked at. */
  readonly readings = new Map<number, Reading>();
  /** One more than the highest slot can be. */
  readonly slots: number;

  constructor(files: Files, manifest: Manifest, language: string) {
    this.files = files;
    this.#manifest = manifest;
    this.analyser = new Analyser(manifest.classes);
    this.parameters = manifest.parameters;
    this.source = manifest.site.source;
    this.lenses = manifest.lenses;
    this.slots = manifest.slots.count;
    this.passages = manifest.counts.passages;
    this.language = choose(manifest, language);
    const data = manifest.languages[this.language];
    this.#terms = data && new LanguageIndex(data, files);
  }

  terms(): LanguageIndex | undefined {
    return this.#terms;
  }

  /** Notes lengths and shards as wanted, so that they come in the same round as the terms, and has them ready. */
  wantSlots(): void {
    const files = this.#manifest.slots.files.map((name) => this.files.get(`slots-${name}.json`, same<Slots>));
    this.#lengths = files.map((file) => file?.[0]).join("");
    this.#shards = files.flatMap((file) => file?.[1] ?? []);
  }

  /** Words of a passage. */
  length(slot: number): number {
    return this.#lengths.charCodeAt(slot) - LENGTH;
  }

  passage(slot: number): Passage | undefined {
    const { shard } = this.#manifest.slots;
    const read = (packed: PassageShard) => {
      const passages = unpackPassages(packed, slot - (slot % shard), this.#manifest.shapes);
      return new Map(passages.map((passage) => [passage.slot, passage]));
    };
    return this.files.get(`passages-${this.#shards[Math.floor(slot / shard)]}.json`, read)?.get(slot);
  }

  /** The factor of the page that a passage stands on, for a question about history or another one. */
  boost(slot: number, historical: boolean): number {
    const row = this.#manifest.boosts.find(([first, last]) => first <= slot && slot <= last);
    if (!row) return 1;
    return historical ? row[2] : row[2] * row[3];
  }
}

/** The wanted language, its primary part, the site's own, or the first there is. */
function choose(manifest: Manifest, wanted: string): string {
  const known = manifest.languages;
  const codes = [wanted, wanted.split("-")[0] ?? "", manifest.site.language, ...Object.keys(known)];
  return codes.find((code) => Object.hasOwn(known, code)) ?? "";
}

/** Opens the index below `base`, to be asked in a language. */
export async function open(base: URL, language: string): Promise<Index> {
  const files = new Files(base);
  const manifest = (await files.load("manifest.json")) as Manifest;
  const [there, here] = [`${manifest.format} (${manifest.analyser})`, `${FORMAT} (${ANALYSER})`];
  if (there !== here) throw new Error(`The index has format ${there}, this script reads ${here}`);
  return new Index(files, manifest, language);
}
