/** Where the Ask button goes on a page, and the keys that press it. */

/** Material and its kin: before the palette or the search, whichever comes first. */
const HEADER = ".md-header__inner";
const BEFORE = "[data-md-component=palette], label[for=__search], .md-search, .md-header__source";

/** Puts the element into the theme's header, or at the end of the page where it floats. */
export function mount(host: HTMLElement): void {
  const header = document.querySelector(HEADER);
  host.setAttribute("placement", header ? "header" : "floating");
  if (!header) {
    document.body.append(host);
    return;
  }
  const before = [...header.children].find((child) => child.matches(BEFORE));
  header.insertBefore(host, before ?? null);
}

/** Keys as in "mod+k" or "alt+shift+a"; `mod` is Command on Apple's systems and Control elsewhere. */
export class Shortcut {
  readonly #parts: ReadonlySet<string>;
  readonly #key: string;

  constructor(keys: string) {
    const parts = keys
      .toLowerCase()
      .split("+")
      .map((part) => part.trim());
    this.#key = parts.pop() ?? "";
    this.#parts = new Set(parts.map((part) => (part === "mod" ? (apple() ? "meta" : "ctrl") : part)));
  }

  /** False for a key that somebody else has used. */
  matches(event: KeyboardEvent): boolean {
    if (this.#key === "" || event.defaultPrevented || event.isComposing || event.repeat) return false;
    if (event.key.toLowerCase() !== this.#key) return false;
    const { ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift } = event;
    return Object.entries({ ctrl, meta, alt, shift }).every(([name, down]) => down === this.#parts.has(name));
  }

  /** The keys as a reader's keyboard shows them; empty for none. */
  get labels(): string[] {
    if (this.#key === "") return [];
    const names: Record<string, string> = apple()
      ? { ctrl: "⌃", meta: "⌘", alt: "⌥", shift: "⇧" }
      : { ctrl: "Ctrl", meta: "Meta", alt: "Alt", shift: "Shift" };
    return [...[...this.#parts].map((part) => names[part] ?? part), this.#key.toUpperCase()];
  }
}

/** The reader is writing in some field, where keys belong to the field. */
export function typing(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

function apple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
