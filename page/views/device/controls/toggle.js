// On or off: it turns once the device says so; until then it stands between.

import { el, set } from "../../../core/dom.js";
import { wished } from "./wished.js";

export function toggle({ label, send }) {
  let shown = {};
  const element = el("button.on-off", {
    type: "button", role: "switch", "aria-label": label, on: { click: () => send(wished(shown) !== true) },
  }, el("span.on-off-knob", { "aria-hidden": "true" }));
  return {
    element, isWide: false,
    update(view) {
      shown = view;
      const { value, status } = view;
      set(element, {
        "aria-checked": String(value === true), "data-wish": status === "pending",
        "data-known": String(typeof value === "boolean"),
      });
    },
  };
}
