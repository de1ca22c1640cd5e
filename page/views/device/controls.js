// The parts of a device, each with what it tells and what it can be told.

import { capitalised, partName, rank } from "../../home/device.js";
import { el } from "../../core/dom.js";
import { kind } from "../../core/format.js";
import { t } from "../../core/text.js";
import { capabilityRow } from "./capability-row.js";

/** Of interest last. */
const quiet = new Set([
  "battery", "linkQuality", "voltage", "current", "apparentPower", "reactivePower", "reactiveEnergy", "powerFactor",
  "frequency", "duration", "dataSize", "dataRate",
]);

/** Gives `{ element, update() }`. `tell` sends a command. */
export function deviceControls(store, device, tell) {
  const rows = [];
  const parts = device.parts.filter(({ capabilities }) => capabilities.length);
  const section = (part) => {
    const own = part.capabilities.toSorted(byUse).map((capability) =>
      capabilityRow(store, { device: device.id, part: part.id, capability },
        (value) => tell(device.id, part.id, capability.name, value)));
    rows.push(...own);
    return el("section.part", { "data-part": part.id },
      parts.length > 1 ? el("h2.part-name", {}, capitalised(partName(part, device)))
        : el("h2.visually-hidden", {}, t("device.now")),
      el("ul.capabilities", {}, own.map(({ element }) => element)));
  };
  return { element: el("div.parts", {}, parts.map(section)), update: () => rows.forEach((row) => row.update()) };
}

/** What one may do comes before what one may read, and that before what is seldom looked at. */
function byUse(a, b) {
  const weight = (capability) => (capability.mayCommand ? 0 : quiet.has(kind(capability)) ? 2 : 1);
  const place = (capability) => (kind(capability) === "switch" ? -1 : rank(capability));
  return weight(a) - weight(b) || place(a) - place(b);
}
