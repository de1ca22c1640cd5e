// Keeps the focus and the scroll position of tables while contents are replaced.

const targets = "a, button, input, summary, [tabindex]";

/** Calls `act`, which replaces contents of `element`, and then restores the focus and the horizontal scroll
 *  position. */
export function preserveFocus(element, act) {
  const all = (selector) => [...element.querySelectorAll(selector)];
  const index = all(targets).indexOf(document.activeElement);
  const moved = all(".data-scroll").map(({ scrollLeft }) => scrollLeft);
  act();
  all(".data-scroll").forEach((table, at) => { if (moved[at]) table.scrollLeft = moved[at]; });
  if (index < 0 || element.contains(document.activeElement)) return;
  const now = all(targets);
  now[Math.min(index, now.length - 1)]?.focus({ preventScroll: true });
}
