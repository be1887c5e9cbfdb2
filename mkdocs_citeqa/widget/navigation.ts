/** Themes that swap the page without loading it. */

/** Material and its kin say so through this; the first word is about the page that is there already. */
export function onNavigation(action: () => void): void {
  const { document$ } = globalThis as { document$?: { subscribe?: (listener: () => void) => unknown } };
  let first = true;
  document$?.subscribe?.(() => {
    if (!first) action();
    first = false;
  });
}
