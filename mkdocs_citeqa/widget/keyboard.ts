/** Keys inside the dialog. */

import type { View } from "./view";

export interface Commands {
  back(): void;
  keys(): void;
  explain(n: number): void;
}

/** True when the key was ours; everything else goes on to the field or the link that has the focus. */
export function press(event: KeyboardEvent, view: View, commands: Commands): boolean {
  const { key } = event;
  if (event.isComposing || event.altKey) return false;
  if (key === "Escape") return done(() => commands.back());
  const inField = event.composedPath()[0] === view.input;
  if (key === "Enter" && inField && view.active >= 0) return done(() => open(event, view));
  if (key === "?" && !(inField && view.question !== "")) return done(() => commands.keys());
  if (event.ctrlKey || event.metaKey) return false;
  if (inField && view.options.length > 0) return inList(key, view, commands);
  return amongLinks(event, inField, view);
}

function done(action: () => void): true {
  action();
  return true;
}

/** A press on the chosen option, with the keys held, so that it goes where a click would. */
function open({ ctrlKey, metaKey, shiftKey }: KeyboardEvent, view: View): void {
  const init = { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey };
  view.options[view.active]?.dispatchEvent(new MouseEvent("click", init));
}

function inList(key: string, view: View, commands: Commands): boolean {
  const { active, options } = view;
  const last = options.length - 1;
  if (key === "ArrowDown") return done(() => view.choose(active === last ? -1 : active + 1));
  if (key === "ArrowUp") return done(() => view.choose(active === -1 ? last : active - 1));
  if (active < 0) return false;
  if (key === "Home") return done(() => view.choose(0));
  if (key === "End") return done(() => view.choose(last));
  const open = view.explains(active);
  return key === sideways(view, open) && (open || atEnd(view.input)) && done(() => commands.explain(active));
}

/** Towards the end of the line opens, back from it closes. */
function sideways(view: View, open: boolean): string {
  const rightToLeft = getComputedStyle(view.dialog).direction === "rtl";
  return rightToLeft === open ? "ArrowRight" : "ArrowLeft";
}

function atEnd({ selectionStart, value }: HTMLInputElement): boolean {
  return selectionStart === value.length;
}

/** Below the field the arrows move the focus itself; a letter goes back to the question. */
function amongLinks(event: KeyboardEvent, inField: boolean, view: View): boolean {
  const { stops } = view;
  const at = stops.indexOf(event.composedPath()[0] as HTMLElement);
  const go = (n: number): true => done(() => (stops[n] ?? view.input).focus());
  const outside = inField || event.composedPath()[0] === view.dialog;
  if (event.key === "ArrowDown" && (outside || at >= 0))
    return stops.length > 0 && go(Math.min(at + 1, stops.length - 1));
  if (inField) return false;
  if (event.key.length === 1 && event.key !== " ") view.input.focus();
  if (at < 0) return false;
  if (event.key === "ArrowUp") return go(at - 1);
  if (event.key === "Home") return go(0);
  return event.key === "End" && go(stops.length - 1);
}
