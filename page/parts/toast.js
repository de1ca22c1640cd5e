// Short messages at the top of the page, where they cover no control. Screen readers announce them.

import { el } from "../core/dom.js";

const shownMilliseconds = 6000;

/** The message that is shown, and those that wait for it. */
let current = null;
const waiting = [];

/** Shows a message for six seconds; longer while the pointer or the focus is on it. `tone` is `ok`, `warn` or `danger`.
 *  `action` is `[label, act]`, and `more` another one. A newer message replaces one of tone `ok`, and waits for any other. A
 *  message about an act has `isLast()`, whether nothing was done to the same device since: it is not shown when that is
 *  over. */
export function toast(text, { tone = "ok", action, more, isLast } = {}) {
  waiting.push({ text, tone, action, more, isLast, end: performance.now() + shownMilliseconds });
  if (!current) showNext();
  else if (current.tone === "ok") current.close();
}

function showNext() {
  const next = takeNext();
  current = next ? new Toast(next) : null;
}

/** The oldest warning; without one the newest of the other messages that still hold, which replaces those before it. */
function takeNext() {
  const warning = waiting.findIndex(({ tone }) => tone !== "ok");
  if (warning >= 0) return waiting.splice(warning, 1)[0];
  return waiting.splice(0).filter(holds).at(-1);
}

/** Whether a message that has waited is still worth showing: the time to undo an act begins when it is shown. */
function holds({ action, isLast = () => true, end }) {
  return isLast() && (Boolean(action) || performance.now() < end);
}

/** Removes all messages, when the session ends. */
export function closeToasts() {
  waiting.length = 0;
  current?.close();
}

class Toast {
  #timer;

  constructor({ text, tone, action, more }) {
    this.tone = tone;
    this.element = el(`div.toast.${tone}`, { on: {
      pointerenter: () => this.#pause(), pointerleave: () => this.#schedule(),
      focusin: () => this.#pause(), focusout: () => this.#schedule(),
    } }, el("p", {}, text), [more, action].map((one) => one && this.#button(one)));
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
