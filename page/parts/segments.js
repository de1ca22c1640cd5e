// A segmented control: a choice between a few options that are all visible.

import { el } from "../core/dom.js";
import { debounce } from "./debounce.js";

let count = 0;

/** `options` are `[value, text]`; `act(value)` is called when another option is chosen. With `waitsForKeys`, options
 *  that the arrow keys pass are not chosen, only the last one. */
export function segments({ label, options, value, act, waitsForKeys = false }) {
  const name = `segments-${count += 1}`;
  const debounced = debounce(act);
  let isKey = false;
  const choose = (option) => (isKey && waitsForKeys ? debounced.schedule(option) : act(option));
  const listeners = {
    keydown: () => { isKey = true; }, pointerdown: () => { isKey = false; }, focusout: () => debounced.flush(),
  };
  return el("fieldset.segments", { on: listeners }, el("legend", {}, label),
    el("div.segments-row", {}, options.map(([option, text]) =>
      el("label.segment", {},
        el("input", {
          type: "radio", name, value: option, checked: option === value, on: { change: () => choose(option) },
        }),
        el("span", {}, text)))));
}
