// The place to which each entry of the browser's history was scrolled, so that going back shows the same place. The
// browser cannot do it alone, because a view may be built after it has scrolled.

const places = new Map();

history.scrollRestoration = "manual";
// A browser without the Navigation API shows the top.
globalThis.navigation?.addEventListener("currententrychange", ({ from }) => places.set(from.key, window.scrollY));

/** Scrolls to the place of the current entry: the top for a new one. */
export function restorePlace() { window.scrollTo(0, places.get(globalThis.navigation?.currentEntry.key) ?? 0); }
