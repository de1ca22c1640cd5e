// Short messages at the top of the page, where they cover no control. Screen readers announce them.

import { el } from "../core/dom.js";

const shownMilliseconds = 6000;

/** The message that is shown, and those that wait for it. */
let current = null;
const waiting = [];

/** Shows a message for six seconds; longer while the pointer or the focus is on it. `tone` is `ok`, `warn` or `danger`.
 *  `action` is `[label, act]`. A newer message replaces one of tone `ok`, and waits for any other. */
export function toast(text, { tone = "ok", action } = {}) {
  waiting.push({ text, tone, action });
  if (!current) showNext();
  else if (current.tone === "ok") current.close();
}

function showNext() {
  const next = waiting.splice(0, 1 + Math.max(waiting.findIndex(({ tone }) => tone !== "ok"), 0)).at(-1);
  current = next ? new Toast(next) : null;
}

/** Removes all messages, when the session ends. */
export function closeToasts() {
  waiting.length = 0;
  current?.close();
}

class Toast {
  #timer;

  constructor({ text, tone, action }) {
    this.tone = tone;
    this.element = el(`div.toast.${tone}`, { on: {
      pointerenter: () => this.#pause(), pointerleave: () => this.#schedule(),
      focusin: () => this.#pause(), focusout: () => this.#schedule(),
    } }, el("p", {}, text), action && this.#button(action));
    document.getElementById("toasts").append(this.element);
    this.#schedule();
  }

  #button([label, act]) {
    const run = () => { this.close(); act(); };
    return el("button.button", { type: "button", on: { click: run } }, label);
  }

  #schedule() {
    this.#pause();
    this.#timer = setTimeout(() => this.close(), shownMilliseconds);
  }

  #pause() { clearTimeout(this.#timer); }

  close() {
    if (current !== this) return;
    this.#pause();
    this.element.remove();
    showNext();
  }
}
