// The control of a boolean: it turns when the device reports the new value; until then its knob is in the middle.

import { el, set } from "../../../core/dom.js";
import { t } from "../../../core/text.js";
import { isKnown, pendingOrReported } from "../../../parts/pending-value.js";

export function toggle({ label, send, offers }) {
  let shown = {};
  const wanted = () => pendingOrReported(shown) !== true;
  const element = el("button.on-off", {
    type: "button", on: { click: () => send(wanted()) },
  }, el("span.on-off-knob", { "aria-hidden": "true" }));
  return {
    element, isWide: false,
    update(view) {
      shown = view;
      const { value, status } = view;
      const isSure = isKnown(view);
      // The role `switch` allows only on and off, so an unknown value has no role.
      set(element, {
        role: isSure ? "switch" : null, "aria-checked": isSure ? String(value === true) : null,
        "aria-label": isSure ? label : `${label}: ${t("chart.unknown")}`,
        "data-pending": status === "pending", "data-known": String(isSure), hidden: !offers(wanted()),
      });
    },
  };
}
