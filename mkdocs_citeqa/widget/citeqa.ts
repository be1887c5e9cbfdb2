/** The script of a page: defines <cite-qa>, puts one on a page that has none, and lands on citations. */

import { Arrival } from "./arrival";
import { CiteQa } from "./element";
import { mount } from "./launcher";
import { onNavigation } from "./navigation";
import { readSettings, stylesheet } from "./settings";

/** Run once even when a page has the script twice. */
if (!customElements.get("cite-qa")) {
  CiteQa.settings = readSettings(document.currentScript);
  document.head.append(stylesheet(CiteQa.settings)); // for the marks; waited for by nothing on the page
  customElements.define("cite-qa", CiteQa);
  const ensure = () => document.querySelector("cite-qa") ?? mount(document.createElement("cite-qa"));
  ensure();
  onNavigation(ensure);
  new Arrival().watch();
}
