// Discovered devices as text: what they are, their protocol, and why they can or cannot be adopted.

import { iconOfPurpose, isOffline } from "./device.js";
import { list, tOrNull, t } from "../core/text.js";
import { protocolOf } from "./device-pairing.js";

/** Names of protocols are proper names: they are the same in every language. */
const protocolNames = {
  __proto__: null,
  homie5: "Homie 5", homie4: "Homie 4", homeAssistant: "Home Assistant", zigbee2mqtt: "Zigbee2MQTT", tasmota: "Tasmota",
  shelly: "Shelly", esphome: "ESPHome", homeKit: "HomeKit", matter: "Matter", "_hap._tcp": "HomeKit", "_hap._udp": "HomeKit (Thread)",
  "_matter._tcp": "Matter", "_matterc._udp": "Matter",
};

// A device chooses its category freely, so the table has no prototype: "constructor" must not be found in it.
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

/** Matter identifies device types by number. Source: Matter Device Library 1.4, "Device Type IDs". */
const matterTypes = {
  10: "lock", 14: "bridge", 15: "programmable switch", 21: "sensor", 34: "speaker", 35: "television", 43: "fan",
  45: "air purifier", 66: "sprinkler", 114: "air conditioner", 256: "light", 257: "light", 259: "switch", 260: "switch",
  263: "sensor", 266: "outlet", 267: "outlet", 268: "light", 269: "light", 514: "window covering", 769: "thermostat",
  770: "sensor", 775: "sensor",
};

export const protocolName = (link) => protocolNames[link] ?? link;
const isMatter = (device) => protocolOf(device) === "matter";
/** Whether a device can be asked to show where it is before it is paired. Matter has that only for paired devices. */
export const canIdentify = (device) => isPairable(device) && !isMatter(device);
const isHomeKit = ({ link }) => link === "homeKit" || link.startsWith("_hap");
/** Whether the gateway can pair with a device, whose parts can be adopted afterwards. */
export const isPairable = ({ pairing }) => pairing === "available";

/** The category of a device in words; of a Matter device by its type number. */
function category({ category: announced }) {
  return matterTypes[announced?.match(/^type (\d+)$/)?.[1]] ?? announced;
}

/** The icon of an announced category; undefined for one without. */
export const iconOfCategory = (name) => icons[name];

export function iconOf(device) {
  const [purpose] = Object.values(device.suggestedPurposes);
  if (iconOfCategory(category(device))) return iconOfCategory(category(device));
  if (isHomeKit(device)) return "homekit";
  if (isMatter(device)) return "matter";
  return iconOfPurpose(purpose) ?? (device.asksForPurpose.length ? "plug" : "chip");
}

/** The name of a device. A Matter device has a number as its name until it is set up, so its model is shown. */
export function nameOf(device) {
  if (!isMatter(device) || !/^[0-9A-F-]{16,}$/.test(device.name)) return device.name;
  return device.model ?? t("found.matterDevice");
}

/** "Acme · Plug 2": manufacturer, model and category, as far as the device announces them. */
export function descriptionOf(device) {
  const model = device.model === nameOf(device) ? null : device.model;
  const words = [device.manufacturer, model, tOrNull(`found.category.${category(device)}`)].filter(Boolean);
  return words.filter((word, index) => words.indexOf(word) === index).join(" · ");
}

/** Why a device cannot be adopted, configured or paired; null when it can. */
export function adoptionObstacle(device) {
  if (device.isAdoptable || device.setup || isPairable(device)) return null;
  if (device.pairing === "elsewhere") return t(`${protocolOf(device)}.elsewhere`);
  if (device.link === "_hap._udp") return t("homekit.thread");
  return t(device.link === "_matterc._udp" ? "matter.noCode" : "found.undescribed");
}

/** Warnings before a device is adopted: `[tone, sentence]`. */
export function cautions(device) {
  const { rivals, others, availability } = device;
  return [
    rivals.length && ["danger", t("found.rivals", { addresses: list(rivals) })],
    isOffline(availability) && ["warn", t("found.away")],
    others.length && ["muted", t("found.others", { count: others.length })],
  ].filter(Boolean);
}
