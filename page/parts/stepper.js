// A set-point with a button for more and one for less. It sends one value when no button has been pressed for a while.

import { rowOf } from "../core/capabilities.js";
import { el, icon, set, toggle, write } from "../core/dom.js";
import { kind, readingText, scale } from "../core/format.js";
import { t } from "../core/text.js";
import { debounce } from "./debounce.js";
import { pendingOrReported } from "./pending-value.js";

/** `send(value)` is called with a value in the capability's own unit, if `offers(value)`; `update(view)` shows a view of
 *  the store. */
export function stepper({ capability, label, send, offers }) {
  const step = stepOf(capability);
  const target = el("output.step-target", { "aria-live": "off" });
  let shown = {};
  /** The value that was chosen and not sent yet; null when there is none. */
  let draft = null;
  const debounced = debounce((value) => { draft = null; send(value); });
  const show = (value) => {
    write(target, readingText(capability, value));
    toggle(target, "is-pending", draft !== null || shown.status === "pending");
    for (const [sign, element] of buttons) set(element, { hidden: after(sign) !== undefined && !offers(after(sign)) });
  };
  /** The set-point after one step; undefined while none is known. */
  const after = (sign) => {
    const from = draft ?? pendingOrReported(shown);
    if (typeof from !== "number") return undefined;
    return Math.min(Math.max(from + sign * step, capability.minimum), capability.maximum);
  };
  const stepBy = (sign) => () => {
    const next = after(sign);
    if (next === undefined || !offers(next)) return;
    draft = next;
    show(draft);
    debounced.schedule(draft);
  };
  const button = (name, sign) => el("button.step", {
    type: "button", "aria-label": t(`act.${name}`, { name: label }), on: { click: stepBy(sign) },
  }, icon(name));
  const buttons = [[-1, button("less", -1)], [1, button("plus", 1)]];
  /** A screen reader announces the value only while the focus is on this control. */
  const announce = (how) => () => set(target, { "aria-live": how });
  return {
    element: el("div.stepper", {
      role: "group", "aria-label": label, on: { focusin: announce("polite"), focusout: announce("off") },
    }, buttons[0][1], target, buttons[1][1]),
    isWide: true, capability: capability.name,
    update(view) {
      shown = view;
      if (draft === null) show(pendingOrReported(view));
    },
  };
}

/** The step in the capability's own unit: that of the capability, but at least that of its kind in the shown unit. */
function stepOf(capability) {
  return Math.max(capability.step ?? 0, rowOf(kind(capability)).step) / scale(capability.unit).factor;
}
