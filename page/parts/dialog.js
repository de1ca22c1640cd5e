// Dialogs: a question that has to be answered before something goes on. Escape and a tap outside are "no".

import { el } from "../core/dom.js";
import { t } from "../core/text.js";

let count = 0;

/** Shows `content` until `close(result)` is called, which it is given; what the promise gives is that, or null. */
export function dialog(title, content) {
  return new Promise((resolve) => {
    // One may open over another: the PIN's over a form's.
    const id = `dialog-title-${count += 1}`;
    const heading = el("h2", { id }, title);
    const element = el("dialog.dialog", { "aria-labelledby": id });
    let result = null;
    const close = (value) => { result = value; element.close(); };
    element.append(heading, ...[content(close)].flat());
    element.addEventListener("close", () => { element.remove(); resolve(result); });
    element.addEventListener("click", (event) => { if (event.target === element) element.close(); });
    document.body.append(element);
    element.showModal();
  });
}

/** Whatever was asked is answered "no": who asked has gone. */
export function closeDialogs() {
  for (const element of document.querySelectorAll("dialog[open]")) element.close();
}

/** Asks before something is lost; true only when that was said. */
export async function confirmed(title, text, verb) {
  return await dialog(title, (close) => [
    el("p", {}, text),
    el("div.actions", {},
      el("button.button", { type: "button", autofocus: true, on: { click: () => close(false) } }, t("dialog.cancel")),
      el("button.button.danger", { type: "button", on: { click: () => close(true) } }, verb)),
  ]) === true;
}
