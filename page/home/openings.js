// Doors, windows, gates and locks: whether they are shut, and the command that shuts them.

import { kind } from "../core/format.js";

/** What a part says about its doors and locks: `{ capability, isLock, isShut, shut }`. `isShut` is undefined while no
 *  state is known; `shut` is the value of the command, undefined when there is none. */
export function openingsOf(part) {
  return part.capabilities.flatMap((capability) => {
    const { isLock = false, shut, isMeasured } = openingKind(capability, part) ?? {};
    if (shut === undefined) return [];
    const value = capability.state?.value;
    const isShut = value === undefined ? undefined : value === shut;
    return [{ capability, isLock, isShut, shut: isMeasured ? undefined : shut }];
  });
}

function openingKind(capability, { purpose }) {
  const isGate = purpose === "garage" || purpose === "gate";
  switch (kind(capability)) {
  case "lock": return { isLock: true, shut: "locked" };
  case "garageDoor": return { shut: "closed" };
  case "contact": return { shut: true, isMeasured: true };
  case "position": return isGate ? { shut: 0 } : undefined;
  default: return undefined;
  }
}

/** Whether a part is known to be open or unlocked. */
export const isOpenOrUnlocked = (part) => openingsOf(part).some(({ isShut }) => isShut === false);
