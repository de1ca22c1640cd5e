// A segmented control: a choice between a few options that are all visible.

import { el } from "../core/dom.js";

let count = 0;

/** `options` are `[value, text]`; `act(value)` is called when another option is chosen. */
export function segments({ label, options, value, act }) {
  const name = `segments-${count += 1}`;
  return el("fieldset.segments", {}, el("legend", {}, label),
    el("div.segments-row", {}, options.map(([option, text]) =>
      el("label.segment", {},
        el("input", {
          type: "radio", name, value: option, checked: option === value, on: { change: () => act(option) },
        }),
        el("span", {}, text)))));
}
