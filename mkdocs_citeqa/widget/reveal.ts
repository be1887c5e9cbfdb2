/** Opening what hides a block: closed details and content tabs. */

type Undo = () => void;

/** Opens all that encloses the element and returns what puts it back as it was. */
export function reveal(target: HTMLElement): Undo[] {
  const undo: Undo[] = [];
  for (let node: HTMLElement | null = target; node; node = node.parentElement) {
    const done = openDetails(node) ?? chooseTab(node);
    if (done) undo.push(done);
  }
  return undo;
}

function openDetails(node: HTMLElement): Undo | null {
  if (!(node instanceof HTMLDetailsElement) || node.open) return null;
  node.open = true;
  return () => {
    node.open = false;
  };
}

/** A tab is chosen by its radio button, which a theme may watch to move an indicator or to switch tabs of the same name. */
function chooseTab(node: HTMLElement): Undo | null {
  const input = tabInput(node);
  if (!input || input.checked) return null;
  const before = [...siblings(input)].find((other) => other.checked);
  input.click();
  return () => before?.click();
}

/** pymdownx.tabbed, alternate style (a set of inputs, then a set of blocks) and the older one (input, label, block). */
function tabInput(node: HTMLElement): HTMLInputElement | null {
  const set = node.closest<HTMLElement>(".tabbed-set");
  if (node.classList.contains("tabbed-block") && node.parentElement) {
    const inputs = set ? [...set.querySelectorAll<HTMLInputElement>(":scope > input")] : [];
    return inputs[[...node.parentElement.children].indexOf(node)] ?? null;
  }
  if (!node.classList.contains("tabbed-content") || node.querySelector(":scope > .tabbed-block")) return null;
  const input = node.previousElementSibling?.previousElementSibling;
  return input instanceof HTMLInputElement ? input : null;
}

function siblings(input: HTMLInputElement): NodeListOf<HTMLInputElement> {
  return (input.parentElement ?? document).querySelectorAll<HTMLInputElement>(":scope > input");
}
