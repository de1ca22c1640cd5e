// The series of a device that have a history, and the one that is shown first.

import { capitalised } from "../core/text.js";
import { capabilityName, mainCapability, partName } from "../home/device.js";
import { seriesKind } from "./series.js";

/** All series of a device whose history this person may see: `[{ key, part, name, label }]`. */
export function seriesOf(device) {
  const several = device.parts.filter(({ capabilities }) => capabilities.some(isShown)).length > 1;
  return device.parts.flatMap((part) => part.capabilities.filter(isShown).map((capability) => {
    const label = capabilityName(capability);
    const isNamed = several && part.id !== "main";
    return {
      key: `${part.id}/${capability.name}`, part: part.id, name: capability.name,
      label: isNamed ? capitalised(`${partName(part, device)}: ${label}`) : label,
    };
  }));
}

const isShown = (capability) => capability.mayViewHistory !== false && seriesKind(capability) !== null;

/** Whether a device has a history that this person may not see. */
export const hasHiddenSeries = ({ parts }) =>
  parts.some(({ capabilities }) => capabilities.some((one) => one.mayViewHistory === false && seriesKind(one) !== null));

/** The series that is shown first: power, temperature, the main capability, energy, or any other. */
export function defaultSeries(device) {
  const all = seriesOf(device);
  const part = device.parts.find(({ capabilities }) => capabilities.length);
  const names = ["power", "temperature", mainCapability(part).name, "energy"];
  return names.map((name) => all.find((one) => one.name === name)).find(Boolean) ?? all[0];
}
