// The control of a colour: a slider for the hue and one for the saturation.

import { el } from "../../../core/dom.js";
import { t } from "../../../core/text.js";
import { slider } from "../../../parts/slider.js";
import { pendingOrReported } from "../../../parts/pending-value.js";

const hues = { name: "hue", unit: "°", minimum: 0, maximum: 360, step: 1 };
const saturations = { name: "saturation", unit: "%", minimum: 0, maximum: 100, step: 1 };

export function colour({ label, send }) {
  let shown = { hue: 0, saturation: 0 };
  const part = (name, capability) => {
    const sendPart = (value) => send({ ...shown, [name]: value });
    const made = slider({ label: `${label}: ${t(`device.${name}`)}`, capability, send: sendPart });
    made.element.classList.add(`of-${name}`);
    made.element.addEventListener("input", () => paint({ ...shown, [name]: Number(made.element.value) }));
    return made;
  };
  const [hue, saturation] = [part("hue", hues), part("saturation", saturations)];
  const swatch = el("span.swatch", { "aria-hidden": "true" });
  const element = el("div.colours", {}, swatch,
    el("span.colour-word", { "aria-hidden": "true" }, t("device.hue")), hue.element,
    el("span.colour-word", { "aria-hidden": "true" }, t("device.saturation")), saturation.element);
  const paint = (colour) => {
    element.style.setProperty("--tint", colour.hue);
    element.style.setProperty("--strength", `${colour.saturation}%`);
  };
  return {
    element, isWide: true,
    update(view) {
      const value = pendingOrReported(view);
      if (typeof value !== "object" || value === null) return;
      shown = { hue: value.hue, saturation: value.saturation };
      hue.update({ value: value.hue });
      saturation.update({ value: value.saturation });
      if (!hue.isEditing && !saturation.isEditing) paint(shown);
    },
  };
}
