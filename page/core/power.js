// Where power comes from and goes to now, from what meters and devices say.

import { kind } from "./format.js";

/** `{ production, grid, battery, house, consumers }` in W, or null where nobody measures. `grid` is positive when drawn,
 *  `battery` when it discharges; what is not measured is null. */
export function housePower(devices) {
  const sums = { production: null, grid: null, battery: null };
  const consumers = [];
  for (const device of devices) {
    const part = measuring(device);
    if (!part) continue;
    const capability = part.capabilities.find((c) => kind(c) === "power");
    const { value } = capability.state;
    const [flow, sign] = flows[capability.flow] ?? [];
    if (flow) sums[flow] = (sums[flow] ?? 0) + sign * value;
    else if (value > 0) consumers.push({ device: device.id, name: device.name, watts: value });
  }
  if (Object.values(sums).every((sum) => sum === null) && !consumers.length) return null;
  const known = consumers.reduce((sum, { watts }) => sum + watts, 0);
  const balance = (sums.production ?? 0) + (sums.grid ?? 0) + (sums.battery ?? 0);
  const house = sums.grid === null ? known : Math.max(balance, 0);
  consumers.sort((a, b) => b.watts - a.watts);
  return { ...sums, house, consumers };
}

const flows = {
  production: ["production", 1], gridImport: ["grid", 1], gridExport: ["grid", -1], charge: ["battery", -1],
  discharge: ["battery", 1],
};

/** A meter's phases are parts of what its main part says. */
function measuring(device) {
  const parts = device.parts.filter((part) => part.capabilities.some((c) => c.name === "power" && c.state));
  if (parts.length < 2) return parts[0];
  return parts.find(({ id }) => id === "main") ?? { capabilities: [total(parts)] };
}

function total(parts) {
  const all = parts.map((part) => part.capabilities.find((c) => c.name === "power"));
  return { name: "power", flow: all[0].flow, state: { value: all.reduce((sum, { state }) => sum + state.value, 0) } };
}
