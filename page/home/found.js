// What was found nearby, in a family's words: what it is, what it speaks, and why it can or cannot be adopted.

import { iconOfPurpose, isAway } from "./device.js";
import { list, maybe, t } from "../core/text.js";

/** Names of what a device speaks are names: they are the same in every language. */
const languages = {
  __proto__: null,
  homie5: "Homie 5", homie4: "Homie 4", homeAssistant: "Home Assistant", zigbee2mqtt: "Zigbee2MQTT", tasmota: "Tasmota",
  shelly: "Shelly", esphome: "ESPHome", "_hap._tcp": "HomeKit", "_hap._udp": "HomeKit (Thread)",
  "_matter._tcp": "Matter", "_matterc._udp": "Matter",
};

// What a device calls itself may be anything, "constructor" too.
const icons = {
  __proto__: null,
  light: "bulb", lock: "lock", outlet: "plug", switch: "power", thermostat: "thermostat", sensor: "thermometer",
  "garage door opener": "garage", fan: "fan", door: "window", window: "window", "window covering": "blind",
  "security system": "alarm", "air purifier": "air", heater: "flame", "air conditioner": "fan",
  humidifier: "humidity", dehumidifier: "humidity", television: "media", speaker: "media", "Apple TV": "media",
  HomePod: "media", "audio receiver": "media", sprinkler: "leak", faucet: "leak", shower: "leak", bridge: "network",
  router: "network", AirPort: "network", "range extender": "network", "programmable switch": "button",
  "remote control": "button",
};

/** Matter says what a device is by a number. Source: Matter Device Library 1.4, "Device Type IDs". */
const matterTypes = {
  10: "lock", 14: "bridge", 15: "programmable switch", 21: "sensor", 34: "speaker", 35: "television", 43: "fan",
  45: "air purifier", 66: "sprinkler", 114: "air conditioner", 256: "light", 257: "light", 259: "switch", 260: "switch",
  263: "sensor", 266: "outlet", 267: "outlet", 268: "light", 269: "light", 514: "window covering", 769: "thermostat",
  770: "sensor", 775: "sensor",
};

export const languageName = (link) => languages[link] ?? link;
const isMatter = ({ link }) => link.startsWith("_matter");
const isHomeKit = ({ link }) => link.startsWith("_hap");

function category({ category: said }) {
  return matterTypes[said?.match(/^type (\d+)$/)?.[1]] ?? said;
}

export function iconOf(device) {
  const [purpose] = Object.values(device.suggestedPurposes);
  if (icons[category(device)]) return icons[category(device)];
  if (isHomeKit(device)) return "homekit";
  if (isMatter(device)) return "matter";
  return iconOfPurpose(purpose) ?? (device.asksForPurpose.length ? "plug" : "chip");
}

/** Matter devices are named by numbers until they are set up. */
export function nameOf(device) {
  if (!isMatter(device) || !/^[0-9A-F-]{16,}$/.test(device.name)) return device.name;
  return device.model ?? t("found.matterDevice");
}

/** "Acme, Plug 2": who made it and what it is, as far as it says. */
export function whatOf(device) {
  const model = device.model === nameOf(device) ? null : device.model;
  const words = [device.manufacturer, model, maybe(`found.category.${category(device)}`)].filter(Boolean);
  return words.filter((word, index) => words.indexOf(word) === index).join(" · ");
}

/** Why it cannot be adopted; null when it can. */
export function obstacle(device) {
  if (device.isAdoptable) return null;
  if (!isHomeKit(device) && !isMatter(device)) return t("found.undescribed");
  const family = isMatter(device) ? "Matter" : "HomeKit";
  return t(device.isPaired ? "found.paired" : "found.notYet", { family });
}

/** What to know before it is adopted: `[tone, sentence]`. */
export function cautions(device) {
  const { rivals, others, availability } = device;
  return [
    rivals.length && ["danger", t("found.rivals", { addresses: list(rivals) })],
    isAway(availability) && ["warn", t("found.away")],
    others.length && ["muted", t("found.others", { count: others.length })],
  ].filter(Boolean);
}
