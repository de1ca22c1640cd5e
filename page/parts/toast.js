// Short messages at the edge of the page, which screen readers announce.

import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

const shownMilliseconds = 6000;

/** `tone` is `ok`, `warn` or `danger`. `action` is `[label, act]`: a message with an action stays until its button is
 *  pressed or it is closed. */
export function toast(text, { tone = "ok", action } = {}) {
  const region = document.getElementById("toasts");
  const element = el(`div.toast.${tone}`, {}, el("p", {}, text));
  const close = () => element.remove();
  if (action) {
    const [label, act] = action;
    const run = () => { close(); act(); };
    const attributes = { type: "button", "aria-label": t("toast.close"), on: { click: close } };
    element.append(el("button.button", { type: "button", on: { click: run } }, label),
      el("button.toast-close", attributes, icon("close")));
  } else {
    setTimeout(close, shownMilliseconds);
  }
  region.append(element);
  while (region.children.length > 3) region.firstElementChild.remove();
}
