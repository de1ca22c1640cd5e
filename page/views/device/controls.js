// The parts of a device, each with its values and controls.

import { capitalised, partName, rank } from "../../home/device.js";
import { rowOf } from "../../core/capabilities.js";
import { el } from "../../core/dom.js";
import { kind } from "../../core/format.js";
import { t } from "../../core/text.js";
import { capabilityRow } from "./capability-row.js";

/** Returns `{ element, update() }`. `sendCommand(device, part, capability, value)` sends a command. */
export function deviceControls(store, device, sendCommand) {
  const rows = [];
  const parts = device.parts.filter(({ capabilities }) => capabilities.length);
  const section = (part) => {
    const own = part.capabilities.toSorted(byUse).map((capability) =>
      capabilityRow(store, { device: device.id, part: part.id, capability },
        (value) => sendCommand(device.id, part.id, capability.name, value)));
    rows.push(...own);
    return el("section.part", { "data-part": part.id },
      parts.length > 1 ? el("h2.part-name", {}, capitalised(partName(part, device)))
        : el("h2.visually-hidden", {}, t("device.now")),
      el("ul.capabilities", {}, own.map(({ element }) => element)));
  };
  return { element: el("div.parts", {}, parts.map(section)), update: () => rows.forEach((row) => row.update()) };
}

/** Sorts capabilities that may be commanded first, then readings, then the minor kinds. */
function byUse(a, b) {
  const weight = (capability) => (capability.mayCommand ? 0 : rowOf(kind(capability))?.isListedLast ? 2 : 1);
  const order = (capability) => (kind(capability) === "switch" ? -1 : rank(capability));
  return weight(a) - weight(b) || order(a) - order(b);
}
