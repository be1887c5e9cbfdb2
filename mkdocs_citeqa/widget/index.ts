/**
 * The files of an index, fetched as a question needs them. Twin of the reader in index.py.
 *
 * Asking is written as if all files were there. `settle` runs it, fetches in parallel what it found missing, and runs
 * it again: a round for the terms, a round for the passages, one more only for a word that the docs do not have.
 */

import { ANALYSER, Analyser, type Classes } from "./analysis";
import type { Disputed, LensWords } from "./lens";

export const FORMAT = 1;
const TRIES = 3;
const PAUSE = 300;

/** A sentence for the reader: the index could not be read. */
export class IndexError extends Error {}

/** One stem: the terms that lead to it, and its postings. */
export interface Entry {
  terms: string[];
  idf: number;
  slots: number[];
  frequencies: number[];
}

export interface Page {
  url: string;
  title: string;
  file: string | null;
  language: string;
}

export interface Unit {
  kind: string;
  text: string;
  anchor: string;
  start: number | null;
  end: number | null;
  joined: boolean;
  generated: boolean;
  head: string;
  language: string;
}

export interface Passage {
  slot: number;
  page: Page;
  heading: string;
  trail: string[];
  section: string;
  anchor: string;
  start: number | null;
  end: number | null;
  generated: boolean;
  context: string;
  units: Unit[];
  /** What the lenses read in it. */
  findings: Disputed[];
}

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
  idf: number[];
  terms: string[];
  vocabulary: string;
  stop: string;
  synonyms: [string, string[]][];
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
  passages: { size: number; files: string[] };
  lengths: { size: number; files: string[] };
  boosts: [number, number, number, number][];
}

/** term -> where it stands in a passage, and as what. */
export type Reading = Map<string, { position: number; surface: string }[]>;

/** Slots as deltas, weighted frequencies, and those terms of the stem that stand in other shards. */
type PackedStem = [number[], number[], string?];
type Numbered = [string, number][];

/** What the scripts of an offline site leave behind. */
interface Loaded {
  citeqaFiles: Record<string, unknown>;
}

/** Files by name; what is asked for before it is there is noted and fetched by `settle`. */
class Files {
  readonly #base: URL;
  readonly #loaded = new Map<string, unknown>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #missing = new Set<string>();

  constructor(base: URL) {
    this.#base = base;
  }

  get<T>(name: string): T | undefined {
    if (!this.#loaded.has(name)) this.#missing.add(name);
    return this.#loaded.get(name) as T | undefined;
  }

  /** Are there files that this run asked for and did not get? */
  get lacking(): boolean {
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

  load(name: string): Promise<void> {
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

  async #fetch(name: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#loaded.set(
          name,
          await (this.#base.protocol === "file:" ? this.#script(name) : this.#json(name)),
        );
        return;
      } catch {
        if (attempt === TRIES) throw new IndexError(name);
        await new Promise((resume) => setTimeout(resume, PAUSE * attempt));
      }
    }
  }

  async #json(name: string): Promise<unknown> {
    const response = await fetch(new URL(name, this.#base));
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  }

  /** A page opened from disk may load scripts and nothing else; the one beside a file leaves its content here. */
  #script(name: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = () => resolve((self as unknown as Loaded).citeqaFiles[name]);
      script.onerror = reject;
      script.src = new URL(`${name}.js`, this.#base).href;
      document.head.append(script);
    });
  }
}

/** The terms of one language. */
export class LanguageIndex {
  readonly #files: Files;
  readonly #firsts: string[];
  readonly #names: string[];
  readonly #vocabulary: string;
  readonly #shards = new Map<number, Map<string, Entry>>();
  #words: Numbered | null = null;
  readonly average: number;
  readonly idf: Map<number, number>;
  readonly stop: Set<string>;
  readonly synonyms: Map<string, string[]>;

  constructor(data: LanguageData, files: Files) {
    this.#files = files;
    this.#firsts = data.terms.filter((_, i) => i % 2 === 0);
    this.#names = data.terms.filter((_, i) => i % 2 === 1);
    this.#vocabulary = data.vocabulary;
    this.average = data.average;
    this.idf = new Map(pairs(data.idf));
    this.stop = new Set(data.stop.split(" "));
    this.synonyms = new Map(data.synonyms);
  }

  /** Is a file that decides what comes next still on its way? */
  get pending(): boolean {
    return this.#files.lacking;
  }

  lookup(term: string): Entry | undefined {
    return this.#shard(this.#at(term)).get(term);
  }

  /** Terms that begin so; the most frequent stems first, `limit` of them. */
  prefixed(prefix: string, limit: number): [string, Entry][] {
    const found: [string, Entry][] = [];
    for (let number = this.#at(prefix); number <= this.#at(`${prefix}\uffff`); number++) {
      for (const item of this.#shard(number)) if (item[0].startsWith(prefix)) found.push(item);
    }
    found.sort(([a, x], [b, y]) => y.slots.length - x.slots.length || (a < b ? -1 : 1));
    return found.slice(0, limit);
  }

  /** All words of the docs of four letters and more, sorted, with the number of their passages. */
  vocabulary(): Numbered {
    if (!this.#words) {
      const shard = this.#files.get<{ words: string; counts: number[] }>(
        `vocabulary-${this.#vocabulary}.json`,
      );
      if (!shard) return [];
      this.#words = shard.words.split("\n").map((word, i): [string, number] => [word, shard.counts[i] ?? 0]);
    }
    return this.#words;
  }

  #at(term: string): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] ?? "") <= term) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #shard(number: number): Map<string, Entry> {
    const known = this.#shards.get(number);
    if (known) return known;
    const name = this.#names[number];
    const shard =
      name && this.#files.get<{ terms: (string | number)[]; stems: PackedStem[] }>(`terms-${name}.json`);
    if (!shard) return new Map();
    const unpacked = this.#unpack(shard.terms, shard.stems);
    this.#shards.set(number, unpacked);
    return unpacked;
  }

  #unpack(terms: (string | number)[], stems: PackedStem[]): Map<string, Entry> {
    const entries = stems.map(([deltas, frequencies]): Entry => {
      return { terms: [], idf: this.idf.get(deltas.length) ?? 0, slots: sums(deltas), frequencies };
    });
    const unpacked = new Map<string, Entry>();
    for (let i = 0; i < terms.length; i += 2) {
      const entry = entries[terms[i + 1] as number];
      if (!entry) continue;
      entry.terms.push(terms[i] as string);
      unpacked.set(terms[i] as string, entry);
    }
    stems.forEach(([, , far], i) => {
      if (far) entries[i]?.terms.push(...far.split(" "));
    });
    return unpacked;
  }
}

function pairs(flat: number[]): [number, number][] {
  return flat.flatMap((n, i): [number, number][] => (i % 2 ? [] : [[n, flat[i + 1] ?? 0]]));
}

function sums(deltas: number[]): number[] {
  let at = 0;
  return deltas.map((delta) => (at += delta));
}

/** A built index. */
export class Index {
  readonly #files: Files;
  readonly #manifest: Manifest;
  readonly #languages = new Map<string, LanguageIndex>();
  readonly #passages = new Map<number, Passage>();
  readonly #lengths = new Map<number, number[]>();
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
    this.#files = files;
    this.#manifest = manifest;
    this.analyser = new Analyser(manifest.classes);
    this.parameters = manifest.parameters;
    this.source = manifest.site.source;
    this.lenses = manifest.lenses;
    this.slots = manifest.passages.size * manifest.passages.files.length;
    this.passages = manifest.counts.passages;
    this.language = choose(manifest, language);
  }

  terms(): LanguageIndex | undefined {
    const data = this.#manifest.languages[this.language];
    if (data && !this.#languages.has(this.language)) {
      this.#languages.set(this.language, new LanguageIndex(data, this.#files));
    }
    return this.#languages.get(this.language);
  }

  passage(slot: number): Passage | undefined {
    const { size, files } = this.#manifest.passages;
    if (!this.#passages.has(slot)) {
      const shard = this.#files.get<PassageShard>(`passages-${files[Math.floor(slot / size)]}.json`);
      if (shard) for (const passage of unpackPassages(shard)) this.#passages.set(passage.slot, passage);
    }
    return this.#passages.get(slot);
  }

  /** Words of a passage. */
  length(slot: number): number {
    const { size, files } = this.#manifest.lengths;
    const number = Math.floor(slot / size);
    let lengths = this.#lengths.get(number);
    if (!lengths) {
      lengths = this.#files.get<number[]>(`lengths-${files[number]}.json`);
      if (!lengths) return 0;
      this.#lengths.set(number, lengths);
    }
    return lengths[slot % size] ?? 0;
  }

  /** Notes the lengths as wanted, so that they come in the same round as the terms. */
  wantLengths(): void {
    const { size, files } = this.#manifest.lengths;
    for (const number of files.keys()) this.length(number * size);
  }

  /** The factor of the page that a passage stands on, for a question about history or another one. */
  boost(slot: number, historical: boolean): number {
    const row = this.#manifest.boosts.find(([first, last]) => first <= slot && slot <= last);
    if (!row) return 1;
    return historical ? row[2] : row[2] * row[3];
  }

  /** Are there files that this run asked for and did not get? */
  get pending(): boolean {
    return this.#files.lacking;
  }

  settle<T>(run: () => T, signal?: AbortSignal): Promise<T> {
    return this.#files.settle(run, signal);
  }
}

/** The wanted language, its primary part, the site's own, or the first there is. */
function choose(manifest: Manifest, wanted: string): string {
  const known = manifest.languages;
  const codes = [wanted, wanted.split("-")[0] ?? "", manifest.site.language, ...Object.keys(known)];
  return codes.find((code) => Object.hasOwn(known, code)) ?? "";
}

type PackedUnit = [string, string, string, number | null, number | null, number?, number?, string?, string?];
type PackedFinding = [
  string, string, string, string, string, number | null, number | null, Record<string, unknown>,
  ...number[],
]; // biome-ignore format: one line reads as the row it is
type PackedPassage = [
  number, number, string, string[], string, string, number | null, number | null, number, string, PackedUnit[],
  PackedFinding[]?,
]; // biome-ignore format: one line reads as the row it is

interface PassageShard {
  pages: [string, string, string | null, string][];
  passages: PackedPassage[];
}

function unpackPassages(shard: PassageShard): Passage[] {
  const pages = shard.pages.map(([url, title, file, language]): Page => ({ url, title, file, language }));
  return shard.passages.map(
    ([slot, at, heading, trail, section, anchor, start, end, generated, context, units, findings = []]) => {
      const page = pages[at] as Page;
      return {
        slot,
        page,
        heading,
        trail,
        section,
        anchor,
        start,
        end,
        generated: generated === 1,
        context,
        units: units.map(unpackUnit),
        findings: findings.map((row) => unpackFinding(page, row)),
      };
    },
  );
}

function unpackUnit([kind, text, anchor, start, end, joined, generated, head, language]: PackedUnit): Unit {
  return {
    kind, text, anchor, start, end,
    joined: joined === 1, generated: generated === 1, head: head ?? "", language: language ?? "",
  }; // biome-ignore format: fields in the order in which they are shipped
}

function unpackFinding(page: Page, row: PackedFinding): Disputed {
  const [lens, text, key, subject, anchor, start, end, value, ...disputes] = row;
  return {
    finding: { lens, file: page.file, start, end, url: page.url, anchor, text, key, value, subject },
    disputes,
  };
}

/** Opens the index below `base`, to be asked in a language. */
export async function open(base: URL, language: string): Promise<Index> {
  const files = new Files(base);
  await files.load("manifest.json");
  const manifest = files.get<Manifest>("manifest.json");
  if (manifest?.format !== FORMAT || manifest.analyser !== ANALYSER)
    throw new IndexError(
      `The index has format ${manifest?.format} (${manifest?.analyser}), this script reads ${FORMAT} (${ANALYSER})`,
    );
  return new Index(files, manifest, language);
}
