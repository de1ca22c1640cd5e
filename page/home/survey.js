// What the summary line reports about the home, collected from all devices, also from those that the home view hides.

import { alarmText } from "../core/capabilities.js";
import { kind } from "../core/format.js";
import { airProblemOf } from "./air-quality.js";
import { isOfferedTo } from "./command-restriction.js";
import { displayName, capabilityNamed, isAlarming, isOffline } from "./device.js";
import { isLamp, shines } from "./lamps.js";
import { openingsOf } from "./openings.js";
import { outdoorTemperature } from "./outdoor.js";
import { housePower } from "./power.js";

/** What must stay on: it keeps food cold, the home dry, or the network up. */
const kept = ["foodCooling", "drainPump", "network"];
/** A battery with so much or less is low, here as for the gateway. */
export const lowBatteryPercent = 15;
const unknownStatuses = ["stale", "offline", "unknown"];

/** Lists of items `{ device, part, name, capability }` by topic; `offline` and `silent` are about whole devices. An
 *  item may have `target`, the value that this person may set it to. `lamps` is null without any known lamp. */
export function survey(store) {
  const home = {
    dangers: [], unlocked: [], open: [], locked: [], unknown: [], off: [], heatingOff: [], batteries: [], lit: [],
    lamps: null, offline: [], silent: [], unanswered: [], air: [],
  };
  for (const device of store.devices.values()) {
    if (isOffline(device.availability)) (isKept(device) ? home.silent : home.offline).push(itemOf(device, device.parts[0]));
    for (const part of device.parts) surveyPart(store, device, part, home);
  }
  for (const command of store.commands.values()) {
    if (command.status === "unknown" && !command.error) addUnanswered(store, command, home);
  }
  home.power = housePower(store.devices.values());
  home.outdoor = outdoorTemperature(store.devices.values());
  return home;
}

const isKept = ({ parts }) => parts.some(({ purpose }) => kept.includes(purpose));

/** An item of a list; `target` is the value to which this person is offered to set the capability. */
function itemOf(device, part, capability, target) {
  return {
    device: device.id, part: part?.id, name: part ? displayName(device, part) : device.name, capability: capability?.name,
    target,
  };
}

/** A function that returns its value if this person is offered to set the capability to it. */
const offeredBy = (store) => (capability, value) =>
  (value !== undefined && isOfferedTo(store, capability, value) ? value : undefined);

function surveyPart(store, device, part, home) {
  for (const capability of part.capabilities) {
    // A reported danger remains until the device reports the opposite.
    if (capability.state && isAlarming(capability, capability.state.value)) {
      home.dangers.push({ ...itemOf(device, part, capability), what: alarmText(kind(capability), capability.state.value) });
    }
  }
  const isKnown = (capability) =>
    capability?.state && !unknownStatuses.includes(store.view(device.id, part.id, capability.name).status);
  const rules = { isKnown, offered: offeredBy(store) };
  surveyOpenings(device, part, home, rules);
  surveyLamp(device, part, home, rules);
  surveyKept(device, part, home, rules);
  const air = airProblemOf(device, part);
  if (air?.level === "poor" && isKnown(air.capability)) {
    const item = itemOf(device, part, air.capability);
    home.air.push({ ...item, name: device.room?.name ?? item.name });
  }
  const battery = capabilityNamed(part, "battery");
  if (isKnown(battery) && !isHouseBattery(store, device, part) && battery.state.value <= lowBatteryPercent) {
    home.batteries.push(itemOf(device, part, battery));
  }
}

/** A battery of the house has power of its own, and its level is no reason to change it. A person without energy rights
 *  sees nothing but that level, while a cell belongs to a device that does something else. */
const isHouseBattery = (store, { parts }, part) => capabilityNamed(part, "power") !== undefined
  || !store.may("viewEnergy") && parts.every(({ capabilities }) => capabilities.every(({ name }) => name === "battery"));

function surveyOpenings(device, part, home, { isKnown, offered }) {
  for (const { capability, isLock, isShut, shut } of openingsOf(part)) {
    if (isShut === undefined) continue;
    const list = !isKnown(capability) ? home.unknown : isLock ? (isShut ? home.locked : home.unlocked)
      : isShut ? null : home.open;
    list?.push(itemOf(device, part, capability, list === home.unknown ? undefined : offered(capability, shut)));
  }
}

function surveyLamp(device, part, home, { isKnown, offered }) {
  const main = capabilityNamed(part, "switch") ?? capabilityNamed(part, "brightness");
  if (!isLamp(part) || !isKnown(main)) return;
  home.lamps = (home.lamps ?? 0) + 1;
  if (shines(part)) home.lit.push(itemOf(device, part, main, offered(main, main.type !== "boolean" && 0)));
}

/** What should be on and is off, and what keeps food and sends no data although it is not known to be offline. */
function surveyKept(device, part, home, { isKnown, offered }) {
  const main = capabilityNamed(part, "switch");
  if (kept.includes(part.purpose) && isKnown(main) && main.state.value === false) {
    home.off.push(itemOf(device, part, main, offered(main, true)));
  }
  if (part.purpose === "foodCooling" && !isOffline(device.availability) && isSilent(part)) {
    home.silent.push(itemOf(device, part));
  }
  const mode = capabilityNamed(part, "thermostatMode");
  const isHeatingOff = mode ? isKnown(mode) && mode.state.value === "off"
    : part.purpose === "homeHeating" && isKnown(main) && main.state.value === false;
  if (isHeatingOff) home.heatingOff.push(itemOf(device, part, mode ?? main, mode ? undefined : offered(main, true)));
}

const isSilent = ({ capabilities }) => capabilities.some(({ state }) => state) && capabilities.every(({ state }) =>
  !state || state.isStale);

function addUnanswered(store, { device: id, part: partID, capability }, home) {
  const device = store.devices.get(id);
  const part = device?.parts.find((one) => one.id === partID);
  if (part) home.unanswered.push(itemOf(device, part, { name: capability }));
}
