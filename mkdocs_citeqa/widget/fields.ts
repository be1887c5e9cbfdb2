/** The text of each field of a passage, and a passage's own text. Twin: postings.field_texts and Passage.text. */

import type { Passage } from "./passage_shard";

const BLANK = "(?:[^\\S\\ufeff]|[\\x1c-\\x1f\\x85])+";
const AROUND = new RegExp(`^${BLANK}|${BLANK}$`, "g");

/** Without white space around it, as the command line understands it: `trim` knows a few characters less and one more. */
export function strip(text: string): string {
  return text.replace(AROUND, "");
}

/** A passage's own text as the reader sees it; the heading when there is nothing below it. */
export function textOf(passage: Passage): string {
  const pieces = passage.units.map((unit, i) => {
    const text = unit.kind === "code" ? unit.text : unit.text.replace(/\n+$/, "");
    return (unit.joined || i === 0 ? "" : "\n") + text;
  });
  return strip(pieces.join("")) || passage.heading;
}

export function fieldTexts(
  passage: Passage,
): Record<"text" | "heading" | "trail" | "title" | "path", string> {
  return {
    text: `${passage.context}\n${passage.units.length > 0 ? textOf(passage) : ""}`,
    heading: passage.heading,
    trail: passage.trail.join("\n"),
    title: passage.page.title,
    path: decoded(passage.page.url).replaceAll("/", " ").replaceAll(".html", ""),
  };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
