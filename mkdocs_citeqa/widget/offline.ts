/**
 * The script of a site that is also read from disk, before the other one. A page opened there may load scripts and
 * nothing else, so each file of the index has one beside it, which leaves its content in `citeqaFiles`.
 */

import type { Globals } from "./index";

const page = self as unknown as Globals & { citeqaFiles: Record<string, unknown> };

if (location.protocol === "file:") {
  page.citeqaLoad = (address) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = () => resolve(page.citeqaFiles[address.pathname.replace(/.*\//, "")]);
      script.onerror = reject;
      script.src = `${address}.js`;
      document.head.append(script);
    });
}
