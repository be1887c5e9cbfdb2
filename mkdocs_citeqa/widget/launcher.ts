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

const MODIFIERS = ["ctrl", "meta", "alt", "shift"] as const;
const APPLE: Record<string, string> = { ctrl: "⌃", meta: "⌘", alt: "⌥", shift: "⇧" };

/** Keys as in "mod+k" or "alt+shift+a"; `mod` is Command on Apple's systems and Control elsewhere. */
export class Shortcut {
  readonly #keys: readonly string[];

  constructor(keys: string) {
    this.#keys = keys
      .toLowerCase()
      .replace("mod", apple() ? "meta" : "ctrl")
      .split("+");
  }

  /** False for a key that somebody else has used. */
  matches(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.isComposing || event.repeat) return false;
    const pressed = [...MODIFIERS.filter((name) => event[`${name}Key`]), event.key.toLowerCase()];
    return pressed.length === this.#keys.length && pressed.every((key) => this.#keys.includes(key));
  }

  /** The keys as a reader's keyboard shows them; empty for none. */
  get labels(): string[] {
    const named = (key: string) => (apple() && APPLE[key]) || key.charAt(0).toUpperCase() + key.slice(1);
    return this.#keys.filter(Boolean).map(named);
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
