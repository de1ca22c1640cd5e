// The parts of a device, each with its values and controls.

import { displayName, mainCapability, partName, rank, tileModels } from "../../home/device.js";
import { travelOf } from "../../home/cover.js";
import { rowOf } from "../../core/capabilities.js";
import { el } from "../../core/dom.js";
import { kind } from "../../core/format.js";
import { capitalised, t } from "../../core/text.js";
import { actWithUndo } from "../../parts/undo.js";
import { capabilityRow } from "./capability-row.js";

/** Returns `{ element, update() }`. */
export function deviceControls(context, device) {
  const { store } = context;
  const rows = [];
  const parts = device.parts.filter(({ capabilities }) => capabilities.length);
  const section = (part) => {
    const own = part.capabilities.toSorted(byUse).map((capability) =>
      capabilityRow(store, {
        device: device.id, part: part.id, capability, isValueAbove: isShownInHead(device, part, capability),
      }, sender(context, device, part, capability)));
    rows.push(...own);
    return el("section.part", { "data-part": part.id },
      parts.length > 1 ? el("h2.part-name", {}, capitalised(partName(part, device)))
        : el("h2.visually-hidden", {}, t("device.now")),
      el("ul.capabilities", {}, own.map(({ element }) => element)));
  };
  return { element: el("div.parts", {}, parts.map(section)), update: () => rows.forEach((row) => row.update()) };
}

/** Whether the head of the page says the value in words: "Closed" is not said again as "0 %". */
const isShownInHead = (device, part, capability) => tileModels(device)[0]?.part === part.id
  && travelOf(part) === capability && mainCapability(part) === capability;

/** A function that sends a value. A switch and a choice can be undone. A slider shows the way back itself, and a press of
 *  a button and the stop of a movement have none. */
function sender(context, device, part, { name: capability, type }) {
  const name = displayName(device, part, device.parts.filter(({ capabilities }) => capabilities.length));
  const hasWayBack = (type === "boolean" || type === "choice") && kind(capability) !== "button";
  return (value) => (hasWayBack && value !== "stopped"
    ? actWithUndo(context, { device: device.id, part: part.id, capability, value, name })
    : context.sendCommand(device.id, part.id, capability, value));
}

/** Sorts capabilities that may be commanded first, then readings, then the minor kinds. */
function byUse(a, b) {
  const weight = (capability) => (capability.mayCommand ? 0 : rowOf(kind(capability))?.isListedLast ? 2 : 1);
  const order = (capability) => (kind(capability) === "switch" ? -1 : rank(capability));
  return weight(a) - weight(b) || order(a) - order(b);
}
