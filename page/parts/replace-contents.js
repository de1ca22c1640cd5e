// Replaces the contents of an element without taking the focus away from the keyboard.

/** Replaces what is in `element`. When the focus is in it, it stays on the control of the same name; when that is gone, it
 *  goes to the one at its place. */
export function replaceContents(element, ...contents) {
  const before = controls(element);
  const index = before.indexOf(document.activeElement);
  const name = index < 0 ? "" : nameOf(before[index]);
  element.replaceChildren(...contents);
  if (index < 0) return;
  const after = controls(element);
  const same = after.find((control) => nameOf(control) === name) ?? after[Math.min(index, after.length - 1)];
  (same ?? element.closest("section, article")?.querySelector("a, button"))?.focus({ preventScroll: true });
}

const controls = (element) => [...element.querySelectorAll("a, button, input, select, summary")];

const nameOf = (control) => control.getAttribute("aria-label") ?? control.textContent;
