// A list that changes while one looks: what stays the same stays where it is, with focus and scroll.

/** Gives a function that shows items in `list`, each made by `make` and made anew only when `signature` is another. */
export function keyed(list, make, { key = (item) => item.id, signature = JSON.stringify } = {}) {
  let shown = new Map();
  return (items) => {
    const hold = holding(list);
    const next = new Map();
    const ids = new Set(items.map(key));
    for (const [id, { element }] of shown) if (!ids.has(id)) element.remove();
    items.forEach((item, index) => {
      const [id, sign] = [key(item), signature(item)];
      const before = shown.get(id);
      const entry = before?.sign === sign ? before : { sign, element: make(item) };
      if (before && entry !== before) replace(before.element, entry.element);
      if (list.children[index] !== entry.element) list.insertBefore(entry.element, list.children[index] ?? null);
      next.set(id, entry);
    });
    shown = next;
    hold();
  };
}

/** What was unfolded or held the focus in the old one does in the new one. */
function replace(old, element) {
  const folds = element.querySelectorAll("details");
  old.querySelectorAll("details").forEach((fold, index) => { if (folds[index]) folds[index].open = fold.open; });
  const index = focusable(old).indexOf(document.activeElement);
  old.replaceWith(element);
  if (index >= 0) focusable(element).at(Math.min(index, focusable(element).length - 1))?.focus({ preventScroll: true });
}

const focusable = (element) => [...element.querySelectorAll("a, button, summary, input, select")];

/** Keeps the first thing that is in sight where it is, whatever comes or goes above it. */
function holding(list) {
  if (!window.scrollY) return () => {};
  const anchor = [...list.children].find((child) => child.getBoundingClientRect().bottom > 0);
  const top = anchor?.getBoundingClientRect().top;
  return () => { if (anchor?.isConnected) window.scrollBy(0, anchor.getBoundingClientRect().top - top); };
}
