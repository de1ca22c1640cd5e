// Changes the order of a list by dragging: with a mouse, a finger or a pen. The handles are only for pointers; a list
// needs buttons for the keyboard as well.

export class DragOrder {
  #list;
  #moved;
  #item = null;
  #from = 0;
  #listeners = new AbortController();

  /** Every child of `list` has a handle: the first element with the class `drag`. `moved(from, to)` is called with
   *  positions in the list when a child was dropped at another place. */
  constructor(list, moved) {
    this.#list = list;
    this.#moved = moved;
    const { signal } = this.#listeners;
    list.addEventListener("pointerdown", (event) => this.#begin(event), { signal });
    list.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    list.addEventListener("pointerup", () => this.#drop(true), { signal });
    list.addEventListener("pointercancel", () => this.#drop(false), { signal });
  }

  close() { this.#listeners.abort(); }

  #begin(event) {
    const item = [...this.#list.children].find((child) => child.querySelector(".drag") === event.target.closest(".drag"));
    if (!item || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#item = item;
    this.#from = this.#position(item);
    item.classList.add("is-dragged");
    // The list gets the later events of this pointer, wherever it moves.
    this.#list.setPointerCapture(event.pointerId);
  }

  #drag({ clientY }) {
    if (!this.#item) return;
    const others = [...this.#list.children].filter((child) => child !== this.#item);
    const next = others.find((child) => clientY < middle(child)) ?? null;
    if (next !== this.#item.nextElementSibling) this.#list.insertBefore(this.#item, next);
  }

  #drop(isDone) {
    const item = this.#item;
    if (!item) return;
    this.#item = null;
    item.classList.remove("is-dragged");
    const to = this.#position(item);
    if (isDone && to !== this.#from) return this.#moved(this.#from, to);
    const { children } = this.#list;
    this.#list.insertBefore(item, children[this.#from + (to < this.#from ? 1 : 0)] ?? null);
  }

  #position(item) { return [...this.#list.children].indexOf(item); }
}

function middle(element) {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
