// What of a device has a past, and which of it one looks for first.

import { capabilityName, capitalised, main, partName } from "../home/device.js";
import { nature } from "./series.js";

/** `[{ key, part, name, label }]`. */
export function seriesOf(device) {
  const several = device.parts.filter(({ capabilities }) => capabilities.some(nature)).length > 1;
  return device.parts.flatMap((part) => part.capabilities.filter(nature).map((capability) => {
    const label = capabilityName(capability);
    const isNamed = several && part.id !== "main";
    return {
      key: `${part.id}/${capability.name}`, part: part.id, name: capability.name,
      label: isNamed ? capitalised(`${partName(part, device)}: ${label}`) : label,
    };
  }));
}

/** What it draws, how warm it is, else what it is. */
export function favourite(device) {
  const all = seriesOf(device);
  const part = device.parts.find(({ capabilities }) => capabilities.length);
  const wished = ["power", "temperature", main(part).name, "energy"].map((name) => all.find((one) => one.name === name));
  return wished.find(Boolean) ?? all[0];
}
