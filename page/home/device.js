// How a device is shown: its icon, its domain, its names, and the main capability of its tile.

import { alarmText, kindName, preference, rowOf } from "../core/capabilities.js";
import { kind } from "../core/format.js";
import { capitalised, language, t, tOrNull } from "../core/text.js";

/** The icon and the domain of each purpose from which a person chooses. */
const purposes = {
  light: ["bulb", "light"], electronics: ["tv", "energy"], hotAppliance: ["oven", "energy"],
  spaceHeater: ["flame", "climate"], homeHeating: ["flame", "climate"], foodCooling: ["fridge", "energy"],
  network: ["router", "network"], drainPump: ["leak", "safety"], gardenPump: ["leak", "energy"],
  garage: ["garage", "safety"], gate: ["garage", "safety"], valve: ["valve", "safety"], blind: ["blind", "light"],
  other: ["plug", "energy"],
};

/** The icon of an appliance by its name, in English and Swedish: its purpose alone does not tell a washer from an oven.
 *  The first that matches. */
const appliances = Object.entries({
  "heat-pump": /heat.?pump|värmepump/iu, fridge: /fridge|refrigerator|kyl/iu, freezer: /freezer|frys/iu,
  dishwasher: /dishwasher|diskmaskin/iu, appliance: /wash|tvätt/iu, dryer: /dryer|tork|tumlare/iu,
  oven: /oven|stove|ugn|spis/iu, boiler: /boiler|water heater|panna|beredare/iu,
  router: /router/iu, tv: /\btv|television/iu,
});
const appliancePurposes = ["electronics", "hotAppliance", "homeHeating", "foodCooling", "network", "other"];

/** The same of the imprecise purposes of earlier versions, for which a person is asked again. */
const outdatedPurposes = { appliance: ["plug", "energy"], heater: ["flame", "climate"], pump: ["leak", "energy"] };

/** The position of a capability in the order of preference; negative for an unknown kind. */
export const rank = (capability) => preference(kind(capability));
export const purposeNames = Object.keys(purposes);
export const iconOfPurpose = (name) => ofPurpose(name)?.[0];
export const iconOfKind = (name) => rowOf(kind(name))?.icon ?? "list";
export const domainOfKind = (name) => rowOf(kind(name))?.domain ?? "network";

const ofPurpose = (name) => purposes[name] ?? outdatedPurposes[name];
const isLight = (names) => ["brightness", "colorTemperature", "color"].some((name) => names.has(name));

/** The icon and the domain of a part; the name of its device may tell which appliance it is. */
export function appearance(part, name = "") {
  const names = new Set(part.capabilities.map(kind));
  const capability = mainCapability(part);
  if (names.has("switch") && isLight(names)) return { icon: "bulb", domain: "light" };
  if (names.has("switch") || names.has("position")) {
    const known = ofPurpose(part.purpose);
    const named = appliancePurposes.includes(part.purpose) && appliances.find(([, words]) => words.test(name));
    if (known) return { icon: named ? named[0] : known[0], domain: known[1] };
    if (names.has("switch")) return { icon: "plug", domain: "energy" };
  }
  const flow = part.capabilities.find((c) => ["power", "energy"].includes(kind(c)))?.flow;
  if (flow === "production") return { icon: "sun", domain: "energy" };
  if (flow === "charge" || flow === "discharge") return { icon: "battery", domain: "energy" };
  if (flow === "gridImport" || flow === "gridExport") return { icon: "grid", domain: "energy" };
  return { icon: iconOfKind(capability ?? "text"), domain: domainOfKind(capability ?? "text") };
}

/** The icon of an appliance: that of its name, else that of the device that is linked to it, else a neutral one. */
export function applianceIcon(name, device, partID) {
  const named = appliances.find(([, words]) => words.test(name));
  if (named) return named[0];
  const part = device?.parts.find(({ id }) => !partID || id === partID);
  return part ? appearance(part, device.name).icon : "wrench";
}

/** The capability that represents a part: the first that can be commanded, else the first that is reported. */
export function mainCapability(part) {
  const ranked = part.capabilities.filter((c) => rank(c) >= 0).sort((a, b) => rank(a) - rank(b));
  const commanded = ranked
    .filter((c) => c.isCommanded && !["brightness", "colorTemperature", "color"].includes(kind(c)));
  const light = ranked.find((c) => kind(c) === "switch" && c.isCommanded);
  return light ?? commanded[0] ?? ranked.find((c) => c.isCommanded) ?? meteredPower(ranked) ?? ranked[0]
    ?? part.capabilities[0];
}

/** The power of a battery store or a meter, which is more useful than its charge. */
const meteredPower = (ranked) => ranked.find((c) => kind(c) === "power" && c.flow);

/** The capability of a part with a name; undefined when it has none. */
export const capabilityNamed = (part, name) => part.capabilities.find((c) => c.name === name);

/** The tiles of a device: one for each part with a command, else one for its most important part. */
export function tileModels(device) {
  const parts = device.parts.filter((part) => part.capabilities.length);
  const commanded = parts.filter(hasCommands);
  const shown = commanded.length ? commanded : parts.slice().sort((a, b) => weight(a) - weight(b)).slice(0, 1);
  return shown.map((part) => ({ device: device.id, part: part.id, name: displayName(device, part, shown) }));
}

const weight = (part) => (part.id === "main" ? -100 : 0) + Math.min(...part.capabilities.map(rank));

/** The name of a device, with the name of the part when there are several in `among`. */
export function displayName(device, part, among = comparableParts(device, part)) {
  if (among.length < 2) return device.name;
  return `${device.name} · ${partName(part, device)}`;
}

const hasCommands = ({ capabilities }) => capabilities.some((c) => c.isCommanded);

/** The parts that could be meant in place of a part: of one with commands, the others with commands. So the battery of a
 *  lock does not lengthen the name of the lock. */
const comparableParts = ({ parts }, part) => (hasCommands(part) ? parts.filter(hasCommands) : parts);

/** What the device itself calls a part; null when it gives no name, or several parts the same one. */
function givenName({ name }, { parts }) {
  return name && parts.filter((other) => other.name === name).length === 1 ? name : null;
}

/** The name of a part by what the device calls it, else by its id. */
export const ownNameOf = (part, device) =>
  givenName(part, device) ?? ownPartName(part.id, device.parts.map(({ id }) => id));

/** The name of a part: what the device calls it, else its purpose when no other part has the same, else its id. */
export function partName(part, device) {
  const given = givenName(part, device);
  if (given) return given;
  const alike = device.parts.filter((other) => other.purpose === part.purpose).length > 1;
  return (!alike && part.purpose && tOrNull(`purpose.${part.purpose}`)) || ownPartName(part.id, device.parts.map(({ id }) => id));
}

/** A word with the number of a service, as "lock-10". */
const worded = /^(\p{L}[\p{L}-]*)-\d+$/u;

const isNumbered = (id) => /^(switch|relay|light|cover|channel|output|endpoint|node|part)?[-_ ]?\d+$/iu.test(id);

/** The name of a part by its id alone: "part 1" where the id is a technical word with a number, as "switch-0"; the word
 *  where the page has one, with a number when several parts have the same. `ids` are those of all parts. */
export function ownPartName(id, ids) {
  if (isNumbered(id)) return t("part.numbered", { number: ids.filter(isNumbered).indexOf(id) + 1 });
  const wordOf = (other) => worded.exec(other)?.[1];
  const word = wordOf(id);
  if (!word) return tOrNull(`part.id.${id}`) ?? id.replaceAll("-", " ");
  const name = kindName(word)?.toLocaleLowerCase(language()) ?? word.replaceAll("-", " ");
  const alike = ids.filter((other) => wordOf(other) === word);
  return alike.length === 1 ? name : `${name} ${alike.indexOf(id) + 1}`;
}

/** `Energy`, or `Energy: returned`. The page has words for some labels of the gateway. A capability of a generic kind (`number`, `choice`, `text`) has the name that the
 *  device gave it. */
export function capabilityName({ name }) {
  const [own, ...rest] = name.split(".");
  const title = kindName(own) ?? own;
  if (!rest.length) return title;
  const label = rest.join(".");
  const words = tOrNull(`label.${label}`) ?? label.replaceAll(/[.-]/g, " ");
  return ["number", "choice", "text"].includes(own) ? capitalised(words) : `${title}: ${words}`;
}

/** Whether a device cannot be reached, so that its last report may be out of date. */
export const isOffline = (availability) => availability === "lost" || availability === "disconnected";

/** Whether a value means that something is on, open or running. */
export function isActive(name, value) {
  if (typeof value === "boolean") return ["contact"].includes(kind(name)) ? !value : value;
  if (typeof value === "number") return ["position", "tilt", "brightness", "fanSpeed"].includes(kind(name)) && value > 0;
  return ["unlocked", "open", "opening", "running", "playing", "cleaning", "triggered", "heat", "cool"].includes(value);
}

/** Whether a value is an alarm, which the page shows first. */
export const isAlarming = (name, value) => alarmText(kind(name), value) !== undefined;
