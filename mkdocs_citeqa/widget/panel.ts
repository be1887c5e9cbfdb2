/** What the dialog can show below the question, and what a reader can do there. */

import type { AskResult, SearchResult } from "./contract";
import type { Place } from "./place";
import type { Strings } from "./strings";

export type Panel =
  | { readonly kind: "start"; readonly recent: readonly string[]; readonly examples: readonly string[] }
  | { readonly kind: "results"; readonly found: SearchResult }
  | { readonly kind: "answer"; readonly answer: AskResult }
  | { readonly kind: "keys"; readonly shortcut: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

/** What a view needs from the element it draws for. */
export interface Actions {
  readonly strings: Strings;
  address(place: Place): string;
  /** A link to this place was pressed; `text` is what is cited there. */
  follow(event: MouseEvent, place: Place, text: string): void;
  ask(question: string): void;
  retry(): void;
  copyAnswer(answer: AskResult): Promise<void>;
  copyLink(question: string): Promise<void>;
  /** Shows or hides why the nth of the results ranks where it does. */
  explain(n: number): void;
  /** The same results with the account of their scores. */
  explained(question: string): Promise<SearchResult>;
}
