// Updates a list of elements in place: elements of unchanged items stay, with focus and scroll position.

/** Returns a function that shows items in `list`. `make(item)` builds the element of an item; an element is rebuilt
 *  only when `signature(item)` has changed. */
export function reconcileList(list, make, { key = (item) => item.id, signature = JSON.stringify } = {}) {
  let shown = new Map();
  return (items) => {
    const restoreScroll = anchorScroll(list);
    const next = new Map();
    const ids = new Set(items.map(key));
    for (const [id, { element }] of shown) if (!ids.has(id)) element.remove();
    items.forEach((item, index) => {
      const [id, currentSignature] = [key(item), signature(item)];
      const before = shown.get(id);
      const entry = before?.currentSignature === currentSignature ? before : { currentSignature, element: make(item) };
      if (before && entry !== before) replace(before.element, entry.element);
      if (list.children[index] !== entry.element) list.insertBefore(entry.element, list.children[index] ?? null);
      next.set(id, entry);
    });
    shown = next;
    restoreScroll();
  };
}

/** Replaces an element. Open `details` elements stay open, and the focus stays on the control at the same position. */
function replace(old, element) {
  const folds = element.querySelectorAll("details");
  old.querySelectorAll("details").forEach((fold, index) => { if (folds[index]) folds[index].open = fold.open; });
  const index = focusable(old).indexOf(document.activeElement);
  old.replaceWith(element);
  if (index >= 0) focusable(element).at(Math.min(index, focusable(element).length - 1))?.focus({ preventScroll: true });
}

const focusable = (element) => [...element.querySelectorAll("a, button, summary, input, select")];

/** Returns a function that scrolls the first visible element back to its place, after elements above it have
 *  changed. */
function anchorScroll(list) {
  if (!window.scrollY) return () => {};
  const anchor = [...list.children].find((child) => child.getBoundingClientRect().bottom > 0);
  const top = anchor?.getBoundingClientRect().top;
  return () => { if (anchor?.isConnected) window.scrollBy(0, anchor.getBoundingClientRect().top - top); };
}
