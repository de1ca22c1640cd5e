// The control of a text, or of a number with a large range: an input field and a button that sends its value.

import { el } from "../../../core/dom.js";
import { scale } from "../../../core/format.js";
import { t } from "../../../core/text.js";
import { pendingOrReported } from "../../../parts/pending-value.js";

const longestText = 255;

export function entry({ capability, label, send }) {
  const isNumber = capability.type === "number";
  const { shown, canonical, unit } = scale(capability.unit);
  const bound = (value) => (value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? shown(value) : null);
  const input = el("input.input", {
    "aria-label": unit ? `${label} (${unit})` : label, autocomplete: "off", required: isNumber,
    ...(isNumber ? { type: "number", step: "any", min: bound(capability.minimum), max: bound(capability.maximum) }
      : { type: "text", maxlength: longestText }),
  });
  let isEdited = false;
  input.addEventListener("input", () => { isEdited = true; });
  const submit = (event) => {
    event.preventDefault();
    isEdited = false;
    send(isNumber ? canonical(input.valueAsNumber) : input.value);
  };
  return {
    element: el("form.entry", { on: { submit } }, input, el("button.button", { type: "submit" }, t("device.set"))),
    isWide: true,
    update(view) {
      const value = pendingOrReported(view);
      if (isEdited || value === undefined) return;
      const text = isNumber ? String(shown(value)) : value;
      if (input.value !== text) input.value = text;
    },
  };
}
