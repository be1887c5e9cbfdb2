/** Elements from plain values. Text only ever goes in as text, so nothing from an index or a model becomes markup. */

export type Child = Node | string | null;

/** Attributes: true = present without a value, false and null = absent. */
export type Attributes = Record<string, string | boolean | null>;

type Tag = keyof HTMLElementTagNameMap;

/** An element from its tag, as "span" or "span.class", and its attributes and children in any order. */
export function element<K extends Tag>(
  spec: K | `${K}.${string}`,
  ...parts: (Child | Attributes)[]
): HTMLElementTagNameMap[K] {
  const [tag, name] = spec.split(".");
  const node = document.createElement(tag as K);
  if (name) node.className = name;
  for (const part of parts) {
    if (part instanceof Node || typeof part === "string") node.append(part);
    else if (part) attribute(node, part);
  }
  return node;
}

function attribute(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) node.setAttribute(name, value === true ? "" : value);
  }
}

/** A push button with its action. */
export function button(
  attributes: Record<string, string | null>,
  action: () => void,
  ...children: Child[]
): HTMLButtonElement {
  const node = element("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", action);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** A decorative outline icon of 24 units from one path. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const ICONS = {
  ask: "M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5ZM9.5 10a2.5 2.5 0 1 1 3.3 2.4c-.8.3-.8.9-.8 1.6M12 16.6v.1",
  submit: "M5 12h13M12.5 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
} as const;
