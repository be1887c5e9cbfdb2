/** The JSON of a passage shard -> passages. Twin of the reading side of passage_shard.py, which describes the format. */

import { textOf } from "./fields";
import type { Disputed } from "./lens";

const STYLE = 48;

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

/** A lens and the names of its values. */
export type Shape = [string, ...string[]];

type Style = [string, number?, number?, string?, string?];
type FindingRow = [number, string, string | 0, string, number, number | null, ...unknown[]];

export type PassageShard = [
  pages: [string, string, string | null, string, number][],
  sections: [string, string | 0, number | string[], number][],
  passages: (number | string | null)[],
  texts: string[],
  styles: Style[],
  style: string,
  anchors: (number | string)[],
  lines: (number | null)[],
  findings: FindingRow[],
];

/** The passages of a shard whose slots begin with `slot`. */
export function unpackPassages(shard: PassageShard, slot: number, shapes: Shape[]): Passage[] {
  const [pages, sections, numbers, texts, styles, style, anchors, lines, findings] = shard;
  const found: Passage[] = [];
  const section = taking(sections);
  const number = taking(numbers as number[]);
  const finding = taking(findings);
  const text = taking(texts);
  const anchor = taking(anchors);
  const more = taking(lines);
  let at = slot;
  let line = 0;
  let unit = 0;
  let before = "";

  function readUnit(): Unit {
    const [kind, joined, generated, language = "", head = ""] = styles[
      style.charCodeAt(unit++) - STYLE
    ] as Style;
    const step = more();
    const start = later(line, step);
    const end = start && start + (more() as number);
    line = end ?? line;
    return {
      kind, text: text(), anchor: "", start, end, joined: !!joined, generated: !!generated, head, language,
    }; // biome-ignore format: fields in the order of the interface
  }

  function readPassage(page: Page, heading: string, section: string, trail: string[]): void {
    at += number();
    const own: number | string = number();
    const start = later(line, number());
    const end = later(start, number());
    line = start ?? line;
    const generated = !!number();
    const context: number | string = number();
    const units = Array.from({ length: number() }, readUnit);
    nameBlocks(units, anchor);
    const passage: Passage = {
      slot: at++,
      page,
      heading,
      trail,
      section,
      anchor: typeof own === "string" ? own : own ? (units[0] as Unit).anchor : section,
      start,
      end,
      generated,
      context: typeof context === "string" ? context : context ? before.slice(-context) : "",
      units,
      findings: [],
    };
    passage.findings = Array.from({ length: number() }, () => unpackFinding(passage, finding(), shapes));
    before = textOf(passage);
    found.push(passage);
  }

  for (const [url, title, file, language, count] of pages) {
    const page: Page = { url, title, file, language };
    const trails: string[][] = [];
    for (let i = 0; i < count; i++) {
      const [heading, id, parent, passages] = section();
      const trail = typeof parent === "object" ? parent : (parent && trails.at(-parent)) || [];
      trails.push([...trail, heading]);
      for (let j = 0; j < passages; j++) readPassage(page, heading, id === 0 ? slug(heading) : id, trail);
    }
  }
  return found;
}

/** Gives the items of a list, one a call. */
function taking<T>(items: T[]): () => T {
  let i = 0;
  return () => items[i++] as T;
}

/** Each block's anchor for its units, of which all but the first are joined to the one before. */
function nameBlocks(units: Unit[], next: () => number | string): void {
  units.forEach((unit, i) => {
    if (i && unit.joined) {
      unit.anchor = (units[i - 1] as Unit).anchor;
      return;
    }
    let text = unit.text;
    for (let j = i + 1; units[j]?.joined; j++) text += units[j]?.text;
    const anchor = next();
    unit.anchor = typeof anchor === "string" ? anchor : textId(text) + (anchor ? `-${anchor}` : "");
  });
}

function later(line: number | null, more: number | null): number | null {
  return more === null ? null : (line ?? 0) + more;
}

/** The id that Markdown gives most headings. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replace(/[ -]+/g, "-");
}

/** The id of a block without one: six digits of its text's CRC-32. Twin of passages.text_id. */
function textId(text: string): string {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (-(crc & 1) & 0xedb88320);
  }
  return `citeqa-${(~crc & 0xffffff).toString(16).padStart(6, "0")}`;
}

function unpackFinding(passage: Passage, row: FindingRow, shapes: Shape[]): Disputed {
  const [shape, text, key, subject, place, more, ...rest] = row;
  const [lens, ...names] = shapes[shape] as Shape;
  const { anchor, start } = passage.units[place] ?? passage;
  return {
    finding: {
      lens, file: passage.page.file, start, end: later(start, more), url: passage.page.url, anchor,
      text, key: key || text, value: Object.fromEntries(names.map((name, i) => [name, rest[i]])), subject,
    }, // biome-ignore format: fields in the order of the interface
    disputes: rest.slice(names.length) as number[],
  };
}
