/** The script of a page: defines <cite-qa>, puts one on a page that has none, and lands on citations. */

import { Arrival } from "./arrival";
import { CiteQa } from "./element";
import { mount } from "./launcher";
import { readSettings } from "./settings";

const script = document.currentScript;

/** Run once even when a page has the script twice. */
if (!customElements.get("cite-qa")) {
  CiteQa.settings = readSettings(script instanceof HTMLScriptElement ? script : null);
  customElements.define("cite-qa", CiteQa);
  if (!document.querySelector("cite-qa")) mount(document.createElement("cite-qa"));
  new Arrival().watch();
}
