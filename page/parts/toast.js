// What became of something, said once at the edge and to screen readers.

import { el } from "../core/dom.js";

const milliseconds = 6000;

/** `tone`: `ok`, `warn` or `danger`; `undo` is `[word, act]`. */
export function toast(text, { tone = "ok", undo } = {}) {
  const region = document.getElementById("toasts");
  const element = el(`div.toast.${tone}`, {}, el("p", {}, text));
  const close = () => element.remove();
  if (undo) {
    const [word, act] = undo;
    element.append(el("button.button", { type: "button", on: { click: () => { close(); act(); } } }, word));
  }
  region.append(element);
  while (region.children.length > 3) region.firstElementChild.remove();
  setTimeout(close, milliseconds);
}
