/** Where a passage or citation is, as an address and in words. */

import type { Citation, Finding, Result } from "./contract";
import type { Strings } from "./strings";

/** What has a page and a block on it. */
export type Place = Pick<Finding, "url" | "anchor" | "file" | "start" | "end">;
type Titled = Pick<Citation, "title" | "trail"> & Partial<Pick<Result, "heading">>;

/** The page's address with the block's id; never leaves the site's own scheme and host, whatever the index says. */
export function address(place: Pick<Place, "url" | "anchor">, site: URL): string {
  const url = new URL(place.url.replace(/^[/\\]+/, ""), site);
  const home = url.protocol === site.protocol && url.host === site.host ? url : new URL(site);
  if (home.protocol === "file:" && home.pathname.endsWith("/")) home.pathname += "index.html";
  home.hash = place.anchor;
  return home.href;
}

/** The address of a raw source file, or null when it is not one that a reader should be sent to. */
export function sourceAddress(source: string | null): string | null {
  return source !== null && /^https?:\/\//.test(source) ? source : null;
}

/** Page › parents › heading, each once. */
export function path(place: Titled): string[] {
  const steps = [place.title, ...place.trail, place.heading ?? ""].filter((step) => step !== "");
  return steps.filter((step, n) => step !== steps[n - 1]);
}

export function lines(place: Place, strings: Strings): string {
  if (place.file === null || place.start === null || place.end === null) return "";
  const { start, end } = place;
  return strings.text(start === end ? "line" : "lines", { start, end });
}

/** The same document, however its address is written. */
export function samePage(one: string | URL, other: string | URL): boolean {
  return document_(one) === document_(other);
}

function document_(address: string | URL): string {
  const url = new URL(address);
  return url.origin + url.pathname.replace(/index\.html$/, "") + url.search;
}
