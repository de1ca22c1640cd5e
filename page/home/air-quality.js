// Indoor air that needs attention: CO₂ that is elevated or unacceptable (German Environment Agency), and humidity at
// which mould can grow.

import { isOutdoors } from "./outdoor.js";

const limits = [
  ["co2", 2000, "poor", "air.veryStuffy"], ["co2", 1000, "fair", "air.stuffy"], ["humidity", 70, "fair", "air.humid"],
];

/** The worst reading among capabilities: `{ level: "fair" | "poor", key, capability }`; `key` is that of its word.
 *  Undefined when the air is good, or not known. */
export function airProblem(capabilities) {
  for (const [name, minimum, level, key] of limits) {
    const capability = capabilities.find((c) => c.name === name && c.state?.value >= minimum && !c.state.isStale);
    if (capability) return { level, key, capability };
  }
  return undefined;
}

/** The same for a part of a device; air outdoors or in a machine is not that of a room. */
export function airProblemOf(device, part) {
  const isMachine = part.capabilities.some(({ name }) => name === "power" || name === "switch");
  return isMachine || isOutdoors(device, part) ? undefined : airProblem(part.capabilities);
}
