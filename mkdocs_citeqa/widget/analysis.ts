/**
 * text -> Token…: how words, identifiers, versions, prices and scripts without spaces become terms.
 *
 * Twin: analysis.py, with the same functions in the same order. The character classes come with the index.
 */

export const ANALYSER = "citeqa-1";
const LONGEST = 40;

const JOINTS = /::|[./:@]/;
const PLAIN = /^[a-z0-9]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the first 128 characters are what is meant
const ASCII = /^[\x00-\x7f]*$/;
export const VERSION = /^[vV]?([0-9]+(?:\.[0-9]+)+(?:[a-z]+[0-9]*)?)$/;
const GROUPED = /^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;
const EDGES = /^(--?|[$€£¥₹@./]|#\[?)?(.*?)(\+\+|#)?$/s;
const MARKS = /[\u0300-\u036f\u0640\u064b-\u0652]/g;
const LETTERS: Record<string, string> = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ",
}; // biome-ignore format: one line reads as the table it is
const SPECIAL = /[ßæœøłđıς]/g;

/** A term and where it stood. */
export interface Token {
  term: string;
  /** Number of the word in the text; a compound stands where its first part stands. */
  position: number;
  whole: boolean;
  surface: string;
}

/** (term, words after the chunk's first, whether it is a whole compound) */
export type Term = readonly [string, number, boolean];

export interface Classes {
  word: number[];
  run: number[];
}

/** Compatibility forms (full width, ligatures) and hyphens made plain; case stays. */
export function normalise(text: string): string {
  return ASCII.test(text) ? text : text.normalize("NFKC").replaceAll("\u2010", "-");
}

/** Lower case without accents: what a reader types when in a hurry. */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const plain = word.toLowerCase().replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
  return plain.normalize("NFD").replace(MARKS, "").normalize("NFC");
}

/** Cuts text into tokens by given character classes; equal text gives equal tokens on both sides. */
export class Analyser {
  readonly #chunk: RegExp;
  readonly #run: RegExp | null;
  readonly #foreign: RegExp;
  readonly #separators: RegExp;
  readonly #known = new Map<string, Term[]>();

  constructor(classes: Classes) {
    const word = characterSet(classes.word);
    const run = characterSet(classes.run);
    const w = `[a-zA-Z0-9_${word}]`;
    const pieces = run ? [`[${run}]+`] : [];
    pieces.push(
      `(?:--?(?=[a-zA-Z])|[$€£¥₹@./]|#\\[?)?${w}+(?:(?:::|[-./:@,])${w}+)*(?:(?:\\+\\+|#)(?!${w}))?`,
    );
    this.#chunk = new RegExp(pieces.join("|"), "gu");
    this.#run = run ? new RegExp(`^[${run}]+$`, "u") : null;
    this.#foreign = new RegExp(`[^\\x00-\\x7f€£¥₹\\u2010\\u2011${word}${run}]+`, "gu");
    this.#separators = new RegExp(`[^a-zA-Z0-9${word}]+`, "u");
  }

  /** All tokens of a text; several may share a position. */
  tokens(text: string): Token[] {
    const found: Token[] = [];
    let position = 0;
    for (const chunk of this.chunks(text)) {
      for (const [term, offset, whole] of this.terms(chunk)) {
        found.push({ term, position: position + offset, whole, surface: chunk });
      }
      position += this.width(chunk);
    }
    return found;
  }

  /** Words, compounds and unspaced runs as the text writes them. */
  chunks(text: string): string[] {
    const plain = ASCII.test(text) ? text : normalise(text.replace(this.#foreign, " "));
    return plain.match(this.#chunk) ?? [];
  }

  /** The terms of one chunk, wholes first. */
  terms(chunk: string): Term[] {
    let known = this.#known.get(chunk);
    if (!known) {
      known = this.#read(chunk);
      this.#known.set(chunk, known);
    }
    return known;
  }

  /** How many words a chunk counts as. */
  width(chunk: string): number {
    const last = this.terms(chunk).at(-1);
    return last ? last[1] + 1 : 0;
  }

  #read(chunk: string): Term[] {
    if (PLAIN.test(chunk)) return [[chunk, 0, false]];
    if (this.#run?.test(chunk)) return pairs(chunk);
    if (VERSION.test(chunk)) return version(chunk);
    return this.#compound(chunk);
  }

  #compound(chunk: string): Term[] {
    let [prefix = "", core = "", suffix = ""] = (EDGES.exec(chunk) ?? []).slice(1);
    if (core.includes(",")) {
      if (!GROUPED.test(core)) return this.#listed(prefix, core, suffix);
      core = core.replaceAll(",", "");
    }
    const names = core.split(JOINTS).map((name) => this.#name(name));
    let parts = names.flatMap(([, ps]) => ps).map((part, i): Term => [part, i, false]);
    const found = wholes(prefix, core, suffix, names);
    if (found.length > 0)
      parts = suffix ? [] : parts.filter(([part]) => [...part].length > 1 || /^[0-9]$/.test(part));
    return [...found, ...parts];
  }

  #listed(prefix: string, core: string, suffix: string): Term[] {
    const pieces = core.split(",");
    pieces[0] = prefix + pieces[0];
    pieces[pieces.length - 1] += suffix;
    const found: Term[] = [];
    for (const piece of pieces) {
      const last = found.at(-1);
      const base = last ? last[1] + 1 : 0;
      for (const [term, offset, whole] of this.terms(piece)) found.push([term, base + offset, whole]);
    }
    return found;
  }

  #name(name: string): [string, string[]] {
    const parts = name.split(this.#separators).flatMap(camel).filter(Boolean);
    const digits = /^[0-9-]+$/.test(name);
    return [fold(digits ? name : name.replace(/[-_]/g, "")), parts.map(fold)];
  }
}

function pairs(run: string): Term[] {
  const letters = [...fold(run)];
  if (letters.length === 1) return [[letters[0] ?? "", 0, false]];
  return letters.slice(1).map((letter, i): Term => [`${letters[i]}${letter}`, i, false]);
}

function characterSet(ranges: number[]): string {
  let set = "";
  for (let i = 0; i < ranges.length; i += 2) {
    set += `\\u{${(ranges[i] ?? 0).toString(16)}}-\\u{${(ranges[i + 1] ?? 0).toString(16)}}`;
  }
  return set;
}

function version(chunk: string): Term[] {
  const numbers = chunk.toLowerCase().replace(/^v/, "").split(".");
  const found: Term[] = [];
  for (let n = numbers.length; n > 1; n--)
    found.push([numbers.slice(0, n).join("."), 0, n === numbers.length]);
  return found;
}

function wholes(prefix: string, core: string, suffix: string, names: [string, string[]][]): Term[] {
  const joints = core.match(new RegExp(JOINTS, "g")) ?? [];
  const whole = names.map(([name], i) => name + (joints[i] ?? "")).join("");
  const found: Term[] = prefix || suffix ? [[prefix + whole + suffix, 0, true]] : [];
  if (names.length > 1) found.push([whole, 0, true]);
  let position = 0;
  for (const [name, parts] of names) {
    if (parts.length > 1) found.push([name, position, true]);
    position += parts.length;
  }
  return found.filter(([term]) => [...term].length <= LONGEST);
}

function camel(word: string): string[] {
  return word
    .replace(/([a-z0-9])([A-Z])/g, "$1\0$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1\0$2")
    .split("\0");
}
