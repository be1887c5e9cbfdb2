/** What a page tells the script, by attributes of its own tag. */

import { element } from "./dom";
import type { Wording } from "./strings";

export interface Settings {
  /** Folder of the index, ending in a slash. */
  readonly index: URL;
  /** Root of the site, to which the urls of results are relative. */
  readonly site: URL;
  readonly stylesheet: URL;
  /** Keys that open the dialog from anywhere, as "mod+k"; empty for none. */
  readonly shortcut: string;
  /** Questions to offer before the first one is typed. */
  readonly examples: readonly string[];
  readonly wording: Wording;
}

/**
 * `data-site`, `data-style`: addresses relative to the page; without them the script's own folder is the index and its
 * parent the site. `data-shortcut`, `data-examples` (a JSON list). Words of another language stand before the script.
 * Addresses become absolute here, once: instant navigation changes the page's address under the script.
 */
export function readSettings(script: HTMLScriptElement | null): Settings {
  const data = script?.dataset ?? {};
  const own = new URL(script?.src || "citeqa/", document.baseURI);
  const site = data.site === undefined ? new URL("../", own) : new URL(data.site || ".", document.baseURI);
  const index = data.site === undefined ? new URL(".", own) : new URL("citeqa/", site);
  return {
    index,
    site,
    stylesheet: data.style ? new URL(data.style, document.baseURI) : new URL("citeqa.css", own),
    shortcut: data.shortcut ?? "mod+k",
    examples: parsed<string[]>(data.examples, []),
    wording: (globalThis as { citeqaWords?: Wording }).citeqaWords ?? {},
  };
}

function parsed<T>(json: string | undefined, otherwise: T): T {
  try {
    return json ? (JSON.parse(json) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** The language a reader of this page reads. Asked at each question: instant navigation can change it. */
export function pageLanguage(): string {
  const own = document.querySelector<HTMLMetaElement>('meta[name="citeqa-language"]');
  return own?.content || document.documentElement.lang || "en";
}

export function stylesheet({ stylesheet }: Settings): HTMLLinkElement {
  return element("link", { rel: "stylesheet", href: stylesheet.href });
}
