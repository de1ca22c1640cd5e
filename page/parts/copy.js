// A text field with a button that copies its text.

import { el, icon, write } from "../core/dom.js";
import { t } from "../core/text.js";

const shownMilliseconds = 2000;

export function copyable(label, text) {
  const field = el("input.input", { value: text, readonly: true, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const word = el("span", { role: "status" }, t("people.copy"));
  const copy = async () => {
    // Where the browser does not permit copying, the text is selected, so that it can be copied with the keyboard.
    const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    if (!isDone) return field.focus();
    write(word, t("people.copied"));
    setTimeout(() => write(word, t("people.copy")), shownMilliseconds);
  };
  return el("div.copyable", {}, field,
    el("button.button", { type: "button", "aria-label": `${t("people.copy")}: ${label}`, on: { click: copy } },
      icon("copy"), word));
}
