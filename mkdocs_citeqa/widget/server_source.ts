/** Answers from the site's answer server, statement by statement; whatever goes wrong, the quoted answer and why. */

import type { AskResult, Citation, SearchResult, Statement } from "./contract";
import { serverEvents } from "./events";
import type { AskOptions, SearchOptions, Source } from "./source";

/** Milliseconds until a server that runs has said that it will answer. */
const REACHED = 3000;
/** Milliseconds until the first statement; a model that takes longer is given up. */
const FIRST = 15000;
const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{1,8}){0,3}$/i;

export const WORDS = {
  claude_stop: "Stop",
  claude_stopped: "You stopped Claude.",
  claude_unreachable: "The answer server could not be reached.",
  claude_slow: "Claude took too long to answer.",
  claude_cut: "Claude’s answer was cut short.",
  claude_marked: "Not found in the cited lines: {values}",
  claude_sent: "What was sent to Claude",
};
export type Say = (key: keyof typeof WORDS) => string;

/** A statement as the server streams it, with whole citations. */
type Streamed = Omit<Statement, "citations"> & { citations: Citation[] };

/** Why there is no written answer, in a sentence for a reader. */
class Reason extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class ServerSource implements Source {
  /** Stops the answer that is being written; what there is of it stays. */
  stop: () => void = () => {};
  readonly #address: URL;
  readonly #local: Source;
  readonly #language: () => string;
  readonly #say: Say;

  constructor(address: URL, local: Source, language: () => string, say: Say) {
    this.#address = address;
    this.#local = local;
    this.#language = language;
    this.#say = say;
  }

  prepare(): Promise<void> {
    return this.#local.prepare();
  }

  search(question: string, options: SearchOptions): Promise<SearchResult> {
    return this.#local.search(question, options);
  }

  async ask(question: string, options: AskOptions): Promise<AskResult> {
    if (options.explain) return this.#local.ask(question, options);
    const quoted = this.#local.ask(question, options);
    quoted.catch(() => {}); // waited for only if it is needed
    try {
      return await this.#written(question, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const { code, message } = error instanceof Reason ? error : this.#reason("unreachable");
      return { ...(await quoted), claude: { passages: [], passed: 0, failed: 0, reason: { code, message } } };
    }
  }

  #reason(code: "unreachable" | "slow" | "stopped" | "cut"): Reason {
    return new Reason(code, this.#say(`claude_${code}`));
  }

  async #written(question: string, options: AskOptions): Promise<AskResult> {
    const request = new Attempt(options.signal);
    const draft = new Draft(question, this.#say);
    this.stop = () => request.end(this.#reason("stopped"));
    try {
      request.within(REACHED, this.#reason("unreachable"));
      const response = await fetch(new URL("citeqa/ask", this.#address), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question, ...this.#lang() }),
        signal: request.signal,
      });
      if (!response.ok || !response.body) throw await refusal(response, this.#reason("unreachable"));
      request.within(FIRST, this.#reason("slow"));
      for await (const { event, data } of serverEvents(response.body)) {
        request.relax();
        if (event === "statement") {
          draft.add(JSON.parse(data));
          if (!request.signal.aborted) options.partial?.(draft.answer);
        } else if (event === "done") return marked(JSON.parse(data), this.#say);
        else if (event === "error") throw reasonOf(JSON.parse(data), this.#reason("cut"));
      }
      throw this.#reason("cut");
    } catch (error) {
      const reason = request.reason ?? error;
      if (reason instanceof Reason && reason.code === "stopped" && draft.begun) return draft.answer;
      throw reason;
    } finally {
      request.relax();
      this.stop = () => {};
    }
  }

  #lang(): { lang?: string } {
    const lang = this.#language();
    return LANGUAGE.test(lang) ? { lang } : {};
  }
}

/** One request that its reader, its owner or a clock can end, with the reason. */
class Attempt {
  reason: Reason | null = null;
  readonly #abort = new AbortController();
  #timer = 0;

  constructor(outer: AbortSignal | undefined) {
    if (outer?.aborted) this.#abort.abort();
    outer?.addEventListener("abort", () => this.#abort.abort());
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  end(reason: Reason): void {
    this.reason = reason;
    this.#abort.abort();
  }

  within(milliseconds: number, reason: Reason): void {
    this.relax();
    this.#timer = window.setTimeout(() => this.end(reason), milliseconds);
  }

  relax(): void {
    clearTimeout(this.#timer);
  }
}

/** An answer in the making. */
class Draft {
  readonly answer: AskResult;
  readonly #say: Say;

  constructor(question: string, say: Say) {
    this.#say = say;
    this.answer = {
      question,
      results: [],
      missing: [],
      corrections: [],
      mode: "claude",
      status: "answered",
      text: "",
      statements: [],
      citations: [],
      lens: null,
    };
  }

  get begun(): boolean {
    return this.answer.statements.length > 0;
  }

  add({ citations, ...statement }: Streamed): void {
    const { answer } = this;
    const known = new Set(answer.citations.map(({ n }) => n));
    answer.citations.push(...citations.filter(({ n }) => !known.has(n)));
    answer.statements.push(withMark({ ...statement, citations: citations.map(({ n }) => n) }, this.#say));
  }
}

function marked(answer: AskResult, say: Say): AskResult {
  return { ...answer, statements: answer.statements.map((statement) => withMark(statement, say)) };
}

/** A statement that failed says so below its text. */
function withMark(statement: Statement, say: Say): Statement {
  if (!statement.unsupported) return statement;
  const mark = say("claude_marked").replace("{values}", statement.unsupported.join(", "));
  return { ...statement, text: `${statement.text}\n⚠ ${mark}` };
}

/** Why the server said no, in its own words if it gave any. */
async function refusal(response: Response, otherwise: Reason): Promise<Reason> {
  return reasonOf(await response.json().catch(() => null), otherwise);
}

function reasonOf(said: unknown, otherwise: Reason): Reason {
  const { code, message } = (said ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === "string" && typeof message === "string" ? new Reason(code, message) : otherwise;
}
