// What became of something, said once at the edge and to screen readers.

import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

const milliseconds = 6000;

/** `tone`: `ok`, `warn` or `danger`; `undo` is `[word, act]`: with it, it stays until it is taken or put away. */
export function toast(text, { tone = "ok", undo } = {}) {
  const region = document.getElementById("toasts");
  const element = el(`div.toast.${tone}`, {}, el("p", {}, text));
  const close = () => element.remove();
  if (undo) {
    const [word, act] = undo;
    const take = () => { close(); act(); };
    const away = { type: "button", "aria-label": t("toast.close"), on: { click: close } };
    element.append(el("button.button", { type: "button", on: { click: take } }, word),
      el("button.toast-close", away, icon("close")));
  } else {
    setTimeout(close, milliseconds);
  }
  region.append(element);
  while (region.children.length > 3) region.firstElementChild.remove();
}
