// The values of devices from which a task can count, or that it can compare.

import { rowOf } from "../../core/capabilities.js";
import { kind } from "../../core/format.js";
import { capitalised, t } from "../../core/text.js";
import { capabilityName, displayName } from "../../home/device.js";
import { isLamp } from "../../home/lamps.js";

/** The key of a series in a select field. */
export const keyOf = ({ device, part, capability }) => [device, part, capability].join("/");

const runKinds = ["appliance", "vacuum", "power", "switch"];

/** The numbers that say something about maintenance: what is left, what was counted, and those of which only the device
 *  knows the meaning. A temperature or a power says nothing. */
const usualLimits = { filterLife: 10, battery: 10 };
const otherKinds = ["number", "weight", "distance", "duration"];

/** What comes from the grid, the sun or a battery of the house is no use of an appliance. */
const houseFlows = ["gridImport", "gridExport", "production", "charge", "discharge"];

/** `{ usage, reported }`, each a list of `{ key, label, series, unit }`, what is most likely first; a reported one may have
 *  a `usualLimit`, and one of the device that belongs to the subject `isLinked`. `subject` is
 *  `{ appliance }` or `{ device }`. Without a device of its own, an appliance has those of all devices. The series of
 *  `schedule` is in its list in any case; it `isMissing` when its device left the home. */
export async function sourcesOf({ client, store }, { appliance, device }, schedule) {
  const link = appliance ? await client.request("GET", `/appliances/${encodeURIComponent(appliance)}`) : { device };
  const own = store.devices.get(link.device);
  const found = (own ? [own] : [...store.devices.values()]).flatMap((each) => seriesOf(each, own && link.part))
    .map((one) => ({ ...one, isLinked: Boolean(own) }));
  const present = schedule?.device ? presentSource(store, schedule) : null;
  if (present && !found.some(({ key }) => key === present.key)) found.push(present);
  const isPresent = ({ key }, name) => schedule?.kind === name && key === present?.key;
  return {
    usage: found.filter((one) => (runKinds.includes(one.name) && (own || !one.isOfHouse)) || isPresent(one, "usage"))
      .toSorted((a, b) => likelihood(b, link.name) - likelihood(a, link.name)
        || runKinds.indexOf(a.name) - runKinds.indexOf(b.name) || a.label.localeCompare(b.label))
      .map((one) => ({ ...one, isPower: one.name === "power" })),
    reported: found.filter((one) => isComparable(one) || isPresent(one, "reported"))
      .map((one) => ({ ...one, isWarning: one.type === "boolean", usualLimit: usualLimits[one.name] })),
  };
}

/** How likely a series tells of the use of an appliance: one whose device has a word of its name, then all but lamps. */
function likelihood({ label, isOfLamp }, name = "") {
  const words = name.toLocaleLowerCase().split(/\s+/).filter((word) => word.length > 2);
  return (words.some((word) => label.toLocaleLowerCase().includes(word)) ? 2 : 0) + (isOfLamp ? 0 : 1);
}

function isComparable({ name, isCounter, isOfStore }) {
  if (name === "battery") return !isOfStore;
  return isCounter || name === "lowBattery" || name in usualLimits || otherKinds.includes(name);
}

/** The series from which a task counts now. */
function presentSource(store, schedule) {
  const { device, part, capability, comparison } = schedule;
  const known = store.devices.has(device) ? seriesOf(store.devices.get(device)) : [];
  return known.find(({ key }) => key === keyOf(schedule)) ?? {
    key: keyOf(schedule), series: { device, part, capability }, name: kind(capability), isMissing: true,
    type: comparison === "isOn" ? "boolean" : "number", label: capitalised(t("maintenance.task.sourceMissing")),
  };
}

function seriesOf(device, part) {
  // The charge of a battery of the house changes every day.
  const isOfStore = device.parts.some(({ capabilities }) =>
    capabilities.some(({ flow }) => flow === "charge" || flow === "discharge"));
  return device.parts.filter(({ id }) => !part || id === part).flatMap((one) => one.capabilities.map((capability) => {
    const series = { device: device.id, part: one.id, capability: capability.name };
    return {
      series, key: keyOf(series), name: kind(capability), type: capability.type, unit: capability.unit,
      isCounter: rowOf(kind(capability))?.isCounter ?? false, isOfStore, isOfLamp: isLamp(one),
      isOfHouse: one.capabilities.some(({ flow }) => houseFlows.includes(flow)),
      label: `${displayName(device, one)} · ${capabilityName(capability)}`,
    };
  }));
}
