// Several controls that a form treats as one field.

import { el, write } from "../core/dom.js";

let count = 0;

/** `value()` returns the value that the form submits; `focus()` moves the focus to the control to correct. */
export function group({ name, label, help, contents, value, focus, check }) {
  const id = `group-${count += 1}`;
  const mistake = el("p.mistake", { id, "aria-live": "polite" });
  let isWrong = false;
  const showMistake = (text) => {
    write(mistake, text ?? "");
    isWrong = Boolean(text);
  };
  const element = el("fieldset.group", { "aria-describedby": id }, el("legend", {}, label),
    help && el("p.help", {}, help), contents, mistake);
  const input = {
    focus: focus ?? (() => element.querySelector("input, button, [tabindex='0']")?.focus()),
    getAttribute: () => String(isWrong),
    get value() { return value(); },
  };
  return { element, name, showMistake, input, check };
}
