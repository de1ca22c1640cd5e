// The present flow of power in the home, from the readings of meters and devices.

import { isOffline } from "./device.js";
import { kind } from "../core/format.js";

const sources = {
  production: ["production", 1], gridImport: ["grid", 1], gridExport: ["grid", -1], charge: ["battery", -1],
  discharge: ["battery", 1],
};
const worst = ["live", "stale", "never", "offline"];

/** `{ production, grid, battery, consumers, house, isLeast }`, or null when no device measures power. A source without
 *  a meter is null, else `{ watts, status, since, devices }`: `grid` is positive when power is drawn, `battery` when it
 *  discharges; `watts` is null when it is not known. `house` is in W; `isLeast` means that it may be more. */
export function housePower(devices) {
  const found = { production: [], grid: [], battery: [] };
  const consumers = [];
  for (const device of devices) {
    for (const meter of meters(device)) {
      const [source, sign] = sources[meter.flow] ?? [meter.watts < 0 ? "production" : null, -1];
      if (!source) consumers.push(meter);
      else found[source].push({ ...meter, watts: meter.watts === null ? null : sign * meter.watts });
    }
  }
  const [production, grid, battery] = [found.production, found.grid, found.battery].map(together);
  if (!production && !grid && !battery && !consumers.length) return null;
  return { production, grid, battery, consumers: byDevice(consumers), ...house(production, grid, battery, consumers) };
}

/** The consumption of the house: inflow minus outflow; without a live meter at the grid the sum of the devices. */
function house(production, grid, battery, consumers) {
  const live = consumers.filter(({ status }) => status === "live");
  const known = live.reduce((sum, { watts }) => sum + watts, 0);
  const isKnown = (source) => !source || source.status === "live";
  if (grid?.status !== "live" || !isKnown(battery)) return { house: live.length ? known : null, isLeast: true };
  // A solar inverter without a current reading produces nothing or more.
  const balance = grid.watts + (battery?.watts ?? 0) + (isKnown(production) ? production?.watts ?? 0 : 0);
  // Meters report at different moments, so the balance may be too small: the house uses at least what its devices use.
  return { house: Math.max(balance, known), isLeast: !isKnown(production) };
}

function together(meters) {
  if (!meters.length) return null;
  const known = meters.filter(({ watts }) => watts !== null);
  return {
    watts: known.length ? known.reduce((sum, { watts }) => sum + watts, 0) : null,
    status: worst[Math.max(...meters.map(({ status }) => worst.indexOf(status)))],
    since: meters.map(({ time }) => time).filter(Boolean).sort()[0],
    devices: [...new Set(meters.map(({ device }) => device))],
  };
}

/** Joins the meters of each device: a strip with two outlets is one consumer. */
function byDevice(meters) {
  return [...Map.groupBy(meters, ({ device }) => device)]
    .map(([device, own]) => ({ device, name: own[0].name, ...together(own) }))
    .sort((a, b) => (b.watts ?? -1) - (a.watts ?? -1));
}

/** The meters of a device, without those that are contained in another one, as the gateway sums them: if the part
 *  `main` reports a flow, it is the sum of the other parts; if a part has `power`, it is the sum of `power.…`. */
function meters(device) {
  const found = device.parts.flatMap((part) => {
    const own = part.capabilities.filter((c) => kind(c) === "power")
      .map((capability) => ({ part: part.id, capability, flow: capability.flow ?? "consumption" }));
    return withoutAddends(own, ({ capability }) => capability.name === "power");
  });
  return withoutAddends(found, ({ part }) => part === "main").map(({ capability, flow }) => ({
    device: device.id, name: device.name, flow, ...measured(device, capability),
  }));
}

function withoutAddends(found, isSum) {
  const summed = new Set(found.filter(isSum).map(({ flow }) => flow));
  return found.filter((one) => isSum(one) || !summed.has(one.flow));
}

function measured({ availability }, { state }) {
  const isDeviceOffline = isOffline(availability);
  const status = isDeviceOffline ? "offline" : !state ? "never" : state.isStale ? "stale" : "live";
  return { status, time: state?.time, watts: isDeviceOffline ? null : state?.value ?? null };
}
