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
 * `data-site` and `data-style`: the site's root and the stylesheet, relative to the page; `data-shortcut`; `data-examples`,
 * a JSON list. Words of another language stand before the script. Addresses become absolute here, once: instant
 * navigation changes the page's address under the script.
 */
export function readSettings(script: HTMLOrSVGScriptElement | null): Settings {
  const {
    site: root = "./",
    style = "citeqa/citeqa.css",
    shortcut = "mod+k",
    examples = "[]",
  } = script?.dataset ?? {};
  const site = new URL(root, document.baseURI);
  return {
    index: new URL("citeqa/", site),
    site,
    stylesheet: new URL(style, document.baseURI),
    shortcut,
    examples: JSON.parse(examples),
    wording: (globalThis as { citeqaWords?: Wording }).citeqaWords ?? {},
  };
}

/** The language a reader of this page reads. Asked at each question: instant navigation can change it. */
export function pageLanguage(): string {
  const own = document.querySelector<HTMLMetaElement>('meta[name="citeqa-language"]');
  return own?.content || document.documentElement.lang || "en";
}

export function stylesheet({ stylesheet }: Settings): HTMLLinkElement {
  return element("link", { rel: "stylesheet", href: stylesheet.href });
}
