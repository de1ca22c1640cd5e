// A set-point: a little more, a little less; sent once someone has stopped pressing.

import { el, icon, set, toggle, write } from "../core/dom.js";
import { readingText, scale } from "../core/format.js";
import { t } from "../core/text.js";
import { patience } from "./patience.js";
import { wished } from "./wished.js";

/** `send(value)` gets a value in the capability's own unit; `update(view)` takes one of the store. */
export function stepper({ capability, label, send }) {
  const step = stepOf(capability);
  const target = el("output.step-target", { "aria-live": "off" });
  let shown = {};
  let wish = null;
  const patient = patience((value) => { wish = null; send(value); });
  const show = (value) => {
    write(target, readingText(capability, value));
    toggle(target, "is-wish", wish !== null || shown.status === "pending");
  };
  const by = (sign) => () => {
    const from = wish ?? wished(shown);
    if (typeof from !== "number") return;
    wish = Math.min(Math.max(from + sign * step, capability.minimum), capability.maximum);
    show(wish);
    patient.later(wish);
  };
  const button = (name, sign) => el("button.step", {
    type: "button", "aria-label": t(`act.${name}`, { name: label }), on: { click: by(sign) },
  }, icon(name));
  /** Only who presses wants to hear of it. */
  const speak = (how) => () => set(target, { "aria-live": how });
  return {
    element: el("div.stepper", {
      role: "group", "aria-label": label, on: { focusin: speak("polite"), focusout: speak("off") },
    }, button("less", -1), target, button("plus", 1)),
    isWide: true, capability: capability.name,
    update(view) {
      shown = view;
      if (wish === null) show(wished(view));
    },
  };
}

/** As fine as it can, but no finer than anyone feels: half a degree as it is shown, one percent. */
function stepOf({ step = 0.5, unit }) {
  return Math.max(step, unit === "%" ? 1 : 0.5) / scale(unit).factor;
}
