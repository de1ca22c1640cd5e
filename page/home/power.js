// Where power comes from and goes to now, from what meters and devices say.

import { isAway } from "./device.js";
import { kind } from "../core/format.js";

const sources = {
  production: ["production", 1], gridImport: ["grid", 1], gridExport: ["grid", -1], charge: ["battery", -1],
  discharge: ["battery", 1],
};
const worst = ["live", "stale", "never", "offline"];

/** `{ production, grid, battery, consumers, house, isLeast }`, or null where nobody measures. A source is null where it
 *  has no meter, else `{ watts, status, since, devices }`: `grid` is positive when drawn, `battery` when it discharges,
 *  `watts` is null when unknown. `house` is in W; `isLeast` says that it may be more. */
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

/** What flows in and does not flow out again is used; without a meter at the grid it is what devices say. */
function house(production, grid, battery, consumers) {
  const live = consumers.filter(({ status }) => status === "live");
  const known = live.reduce((sum, { watts }) => sum + watts, 0);
  const isKnown = (source) => !source || source.status === "live";
  if (grid?.status !== "live" || !isKnown(battery)) return { house: live.length ? known : null, isLeast: true };
  // A roof that does not answer gives nothing or more.
  const balance = grid.watts + (battery?.watts ?? 0) + (isKnown(production) ? production?.watts ?? 0 : 0);
  // Meters speak at different moments: it uses no less than its devices say.
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

/** A strip with two outlets is one consumer. */
function byDevice(meters) {
  return [...Map.groupBy(meters, ({ device }) => device)]
    .map(([device, own]) => ({ device, name: own[0].name, ...together(own) }))
    .sort((a, b) => (b.watts ?? -1) - (a.watts ?? -1));
}

/** As the gateway adds up: where `main` tells a flow it is the sum of the other parts, and where a part has `power`
 *  itself, the sum of those with a label. */
function meters(device) {
  const found = device.parts.flatMap((part) => {
    const own = part.capabilities.filter((c) => kind(c) === "power")
      .map((capability) => ({ part: part.id, capability, flow: capability.flow ?? "consumption" }));
    return withoutParts(own, ({ capability }) => capability.name === "power");
  });
  return withoutParts(found, ({ part }) => part === "main").map(({ capability, flow }) => ({
    device: device.id, name: device.name, flow, ...measured(device, capability),
  }));
}

function withoutParts(found, isSum) {
  const told = new Set(found.filter(isSum).map(({ flow }) => flow));
  return found.filter((one) => isSum(one) || !told.has(one.flow));
}

function measured({ availability }, { state }) {
  const isOffline = isAway(availability);
  const status = isOffline ? "offline" : !state ? "never" : state.isStale ? "stale" : "live";
  return { status, time: state?.time, watts: isOffline ? null : state?.value ?? null };
}
