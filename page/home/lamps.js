// The lamps of the home: which parts are lamps, and which of them shine.

import { appearance, capabilityNamed } from "./device.js";

/** Whether a part is a lamp: it has a level of light, or a person stated that it supplies one. */
export const isLamp = (part) =>
  appearance(part).icon === "bulb" && Boolean(capabilityNamed(part, "switch") ?? capabilityNamed(part, "brightness"));

/** Whether a lamp shines: it is on, and not dimmed to nothing. */
export function shines(part) {
  const level = capabilityNamed(part, "brightness")?.state?.value;
  const isOn = capabilityNamed(part, "switch")?.state?.value ?? level > 0;
  return isOn === true && level !== 0;
}

const unknownStatuses = ["stale", "offline", "unknown"];

/** Whether a lamp is known to shine now. A lamp that cannot be reached is not counted, as in the summary line. */
export function isLit(store, device, part) {
  const main = capabilityNamed(part, "switch") ?? capabilityNamed(part, "brightness");
  return isLamp(part) && shines(part) && !unknownStatuses.includes(store.view(device.id, part.id, main.name).status);
}

/** All lamps with a switch: `{ device, part, capability }`; `device` and `part` are those of the store. */
export function lampsOf(devices) {
  return [...devices].flatMap((device) => device.parts.filter(isLamp)
    .map((part) => ({ device, part, capability: capabilityNamed(part, "switch") }))
    .filter(({ capability }) => capability));
}
