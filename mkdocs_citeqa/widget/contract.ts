/** The JSON that the command line prints and the element's `search` and `ask` resolve to: one shape on both sides. */

/** Why a passage ranks where it does: one matched word in one field; the shares add up to the score. */
export interface Explanation {
  /** The word as the reader asked it. */
  term: string;
  /** The word of the docs that it matched. */
  matched: string;
  /** How: exact, form, part, prefix, typo, synonym, coverage, adjacency, phrase, prior. */
  kind: string;
  /** Where: text, heading, trail, title, path, questions; empty for what belongs to the passage as a whole. */
  field: string;
  tf: number;
  idf: number;
  share: number;
}

/** One passage that matched, best first. Lines are 1-based and inclusive, null for a page without a source file. */
export interface Result {
  file: string | null;
  start: number | null;
  end: number | null;
  /** MkDocs' page.url: no leading slash, "" for the home page. */
  url: string;
  /** Id of the first rendered block of the passage. */
  anchor: string;
  /** Id of the heading it stands under; "" for the page's own text. */
  section: string;
  /** Page title. */
  title: string;
  heading: string;
  /** Parent headings, outermost first, without the page title and the heading itself. */
  trail: string[];
  score: number;
  /** Matched words as the docs write them. */
  terms: string[];
  strong: boolean;
  generated: boolean;
  text: string;
  explain?: Explanation[];
}

export interface Citation {
  n: number;
  file: string | null;
  start: number | null;
  end: number | null;
  url: string;
  anchor: string;
  section: string;
  title: string;
  trail: string[];
  quote: string;
  /** Link to the raw file at these lines, or null. */
  source: string | null;
  generated: boolean;
}

export interface Statement {
  /** Plain text; code is fenced, table rows are `a | b`. */
  text: string;
  /** Numbers of the citations it rests on. */
  citations: number[];
  /** What of a written statement does not stand in the lines that it cites; absent when all does. */
  unsupported?: string[];
}

export interface Finding {
  lens: string;
  file: string | null;
  start: number | null;
  end: number | null;
  url: string;
  anchor: string;
  text: string;
  key: string;
  value: Record<string, unknown>;
  subject: string;
}

export interface Lens {
  name: string;
  groups: { key: string; subject: string; findings: Finding[] }[];
  conflicts: { subject: string; keys: string[] }[];
}

export interface SearchResult {
  question: string;
  results: Result[];
  /** Words of the question that the docs do not contain in any form. */
  missing: string[];
  /** Words that were read as another word of the docs: "showing results for …". */
  corrections: { word: string; used: string }[];
}

export interface AskResult extends SearchResult {
  mode: "quoted" | "claude";
  status: "answered" | "no_answer";
  text: string;
  statements: Statement[];
  citations: Citation[];
  lens: Lens | null;
  /** How Claude was asked, when it was: what was sent, how many statements held, and why the answer is quoted if it is. */
  claude?: Account;
}

export interface Account {
  /** Addresses of the passages that were sent. */
  passages: string[];
  passed: number;
  failed: number;
  reason: { code: string; message: string } | null;
}
