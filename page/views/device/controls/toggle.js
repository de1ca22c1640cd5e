// On or off: it turns once the device says so; until then it stands between.

import { el, set } from "../../../core/dom.js";
import { t } from "../../../core/text.js";
import { isKnown, wished } from "../../../parts/wished.js";

export function toggle({ label, send }) {
  let shown = {};
  const element = el("button.on-off", {
    type: "button", on: { click: () => send(wished(shown) !== true) },
  }, el("span.on-off-knob", { "aria-hidden": "true" }));
  return {
    element, isWide: false,
    update(view) {
      shown = view;
      const { value, status } = view;
      const isSure = isKnown(view);
      // A switch is on or off: what nobody can say is not one.
      set(element, {
        role: isSure ? "switch" : null, "aria-checked": isSure ? String(value === true) : null,
        "aria-label": isSure ? label : `${label}: ${t("chart.unknown")}`,
        "data-wish": status === "pending", "data-known": String(isSure),
      });
    },
  };
}
