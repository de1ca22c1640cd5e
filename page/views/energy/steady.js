// What is built anew while someone is in it: the focus, and how far a table was moved, stay.

const targets = "a, button, input, summary, [tabindex]";

/** Does `act`, which replaces contents of `element`. */
export function steady(element, act) {
  const all = (selector) => [...element.querySelectorAll(selector)];
  const index = all(targets).indexOf(document.activeElement);
  const moved = all(".data-scroll").map(({ scrollLeft }) => scrollLeft);
  act();
  all(".data-scroll").forEach((table, at) => { if (moved[at]) table.scrollLeft = moved[at]; });
  if (index < 0 || element.contains(document.activeElement)) return;
  const now = all(targets);
  now[Math.min(index, now.length - 1)]?.focus({ preventScroll: true });
}
