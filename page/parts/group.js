// Several controls that a form takes like one field.

import { el, write } from "../core/dom.js";

let count = 0;

/** `value()` gives what the form sends; `focus()` goes where a mistake is to be mended. */
export function group({ name, label, help, contents, value, focus, check }) {
  const id = `group-${count += 1}`;
  const mistake = el("p.mistake", { id, "aria-live": "polite" });
  let isWrong = false;
  const say = (text) => {
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
  return { element, name, say, input, check };
}
