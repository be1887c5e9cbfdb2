/** The JSON of a term shard -> terms with their postings. Twin of the reading side of term_shard.py. */

const BASE = 32;
const USUAL = 2;

/** Terms, for each how far back its stem is, postings, and by stem: terms elsewhere, and passages when there are more. */
export type TermShard = [string, number[], string, Record<number, string>, Record<number, number>];

/** One stem: the terms that lead to it, and its postings. */
export interface Entry {
  terms: string[];
  slots: number[];
  frequencies: number[];
  /** In how many passages it stands; more than there are slots when these are only the best. */
  passages: number;
  idf: number;
}

/** term -> its stem; `idf` is that of a stem in so many passages. */
export function unpackTerms(shard: TermShard, idf: (passages: number) => number): Map<string, Entry> {
  const [terms, back, postings, others, counts] = shard;
  const stems = postings.split(" ").map((text, i): Entry => {
    const [slots, frequencies] = decode(text);
    const passages = counts[i] ?? slots.length;
    return { terms: others[i]?.split(" ") ?? [], slots, frequencies, passages, idf: idf(passages) };
  });
  const found = new Map<string, Entry>();
  let next = 0;
  whole(terms).forEach((term, i) => {
    const stem = stems[next - (back[i] || 0)] as Entry;
    if (!back[i]) next++;
    stem.terms.push(term);
    found.set(term, stem);
  });
  return found;
}

/** Slots and frequencies. */
function decode(postings: string): [number[], number[]] {
  const slots: number[] = [];
  const frequencies: number[] = [];
  let at = 0;
  let distance = 0;
  for (let i = 0; i < postings.length; i++) {
    const code = postings.charCodeAt(i);
    const value = code - (code < 92 ? 35 : 36);
    if (value < BASE) {
      at += distance * BASE + value;
      distance = 0;
      slots.push(at);
      frequencies.push(USUAL);
    } else if (value < 2 * BASE) distance = distance * BASE + value - BASE;
    else (frequencies[frequencies.length - 1] as number) += value - 2 * BASE || -1;
  }
  return [slots, frequencies];
}

/** Terms, each given without what the one before it begins with too, after a digit that says how long that is. */
export function whole(coded: string): string[] {
  let before = "";
  if (!coded) return [];
  return coded
    .split(" ")
    .map((code) => (before = before.slice(0, parseInt(code[0] ?? "", 36)) + code.slice(1)));
}
