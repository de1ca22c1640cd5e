// What this person may do with a capability, and what a single tap may do.

import { kind } from "../core/format.js";
import { isOffered } from "./command-restriction.js";
import { isLamp } from "./lamps.js";

/** `direct`, `stepUp` or `refused`: whether this person may set a capability to a value. A gateway that does not state
 *  `access` states only whether the person may command the capability at all. */
export function accessTo({ access, mayCommand, isSensitive }, value) {
  if (!mayCommand) return "refused";
  if (!access) return isSensitive ? "stepUp" : "direct";
  if (typeof value === "string") return access.options?.[value] ?? access.set ?? "refused";
  const isOff = value === false || value === 0;
  return (isOff && access.off) || setAccess(access, value) || access.on || "refused";
}

/** The access to a set-point, which may depend on its value. */
function setAccess({ set, beyond, minimum = -Infinity, maximum = Infinity }, value) {
  return value < minimum || value > maximum ? beyond ?? set : set;
}

export const mayCommandTo = (capability, value) => accessTo(capability, value) !== "refused";

/** Whether a single tap may switch a part: all commands of its switch are harmless, and this person is offered both
 *  ways. A gateway that does not state what is harmless has lamps only. */
export function isToggledByTap(store, part, capability) {
  if (kind(capability) !== "switch" || !isOffered(store, capability)) return false;
  return capability.isHarmless ?? (isLamp(part) && !capability.isSensitive);
}
