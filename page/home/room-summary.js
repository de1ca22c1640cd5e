// What matters about a room, as short texts: its climate, the lights that are on, what is open, and alarms.

import { alarmText } from "../core/capabilities.js";
import { kind, readingText } from "../core/format.js";
import { capitalised, t } from "../core/text.js";
import { capabilityNamed, displayName, isAlarming } from "./device.js";
import { airProblemOf } from "./air-quality.js";
import { isLit } from "./lamps.js";
import { openingsOf } from "./openings.js";
import { isOutdoors } from "./outdoor.js";

const air = ["temperature", "humidity", "co2"];

/** `{ climate, lights, facts }` of a room of `orderedRooms`. `climate` is `["21.4 °C", "45 %"]`; `lights` is the
 *  number of lamps that are known to shine; a fact is `{ tone: "danger" | "warn", text }`. */
export function roomSummary({ id, devices }, store) {
  const parts = devices.flatMap((device) => device.parts.map((part) => ({ device, part })));
  const isIndoors = ({ device, part }) => !isOutdoors(device, part);
  return {
    climate: id === null ? [] : climateOf(parts.filter(isIndoors)), lights: parts.filter(({ device, part }) => isLit(store, device, part)).length,
    facts: parts.flatMap(({ device, part }) => [...alarmsOf(device, part), ...openOf(device, part), ...airOf(device, part)]),
  };
}

/** The readings of the sensors that only measure the air; of a thermostat if there is none. */
function climateOf(parts) {
  return air.flatMap((name) => {
    const found = parts.map(({ part }) => ({ part, capability: capabilityNamed(part, name) }))
      .filter(({ part, capability }) => capability?.state && !capability.state.isStale && measuresRoom(part));
    const isOwnSensor = ({ part }) => !part.capabilities.some(({ isCommanded }) => isCommanded);
    const { capability } = found.find(isOwnSensor) ?? found[0] ?? {};
    return capability ? [readingText(capability, capability.state.value)] : [];
  });
}

/** Whether a thermometer measures the air of the room, and not the inside of a fridge or a machine. */
const measuresRoom = (part) => !capabilityNamed(part, "power") && !capabilityNamed(part, "switch");

function alarmsOf(device, part) {
  return part.capabilities.filter((c) => c.state && isAlarming(c, c.state.value)).map((c) => ({
    tone: "danger", text: `${displayName(device, part)}: ${alarmText(kind(c), c.state.value)}`,
  }));
}

function openOf(device, part) {
  return openingsOf(part).filter(({ isShut, capability }) => isShut === false && !capability.state.isStale)
    .map(({ isLock }) => ({ tone: "warn", text: t(isLock ? "rooms.unlocked" : "rooms.open", { name: displayName(device, part) }) }));
}

/** CO₂ at which one should open a window. */
function airOf(device, part) {
  const { level, key } = airProblemOf(device, part) ?? {};
  return level === "poor" ? [{ tone: "warn", text: capitalised(t(key)) }] : [];
}
