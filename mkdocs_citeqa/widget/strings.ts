/** The words of the interface: English is built in; other languages and the site's own wording come with the page. */

import en from "../strings/en.json";

type Forms = { one: string; other: string };
type Key = keyof typeof en;
/** Strings that have one form. */
export type TextKey = { [K in Key]: (typeof en)[K] extends string ? K : never }[Key];
/** Strings that have a form for each plural category of the language. */
export type CountKey = { [K in Key]: (typeof en)[K] extends Forms ? K : never }[Key];
/** Replacements, by key; an unknown key is ignored. */
export type Wording = { [key: string]: string | Record<string, string> };

export class Strings {
  readonly #wording: Wording;
  readonly #plural: Intl.PluralRules;

  constructor(language: string, wording: Wording) {
    this.#wording = { ...en, ...wording };
    this.#plural = pluralRules(language);
  }

  text(key: TextKey, values: Record<string, string | number> = {}): string {
    const words = this.#wording[key];
    return fill(typeof words === "string" ? words : en[key], values);
  }

  count(key: CountKey, n: number): string {
    const forms = this.#wording[key];
    const words = typeof forms === "object" ? (forms[this.#plural.select(n)] ?? forms.other) : forms;
    return fill(words ?? en[key].other, { n });
  }

  /** A string that may be missing, such as the name of a lens that the site itself defined. */
  find(key: string): string | null {
    const words = this.#wording[key];
    return typeof words === "string" ? words : null;
  }
}

function fill(words: string, values: Record<string, string | number>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A language tag that the browser refuses ("null", "zh_TW") must not stop the dialog. */
function pluralRules(language: string): Intl.PluralRules {
  try {
    return new Intl.PluralRules(language);
  } catch {
    return new Intl.PluralRules("en");
  }
}
