// What a single tap may do, and which way back a person may go.

import { kind } from "../core/format.js";
import { accessTo, isOffered } from "./command-restriction.js";

export const mayCommandTo = (capability, value) => accessTo(capability, value) !== "refused";

/** Whether a single tap may switch a capability: all of its commands are harmless, and this person is offered them. */
export function isToggledByTap(store, capability) {
  return kind(capability) === "switch" && capability.isHarmless === true && isOffered(store, capability);
}
