// The values of devices from which a task can count, or that it can compare.

import { kind } from "../../core/format.js";
import { capabilityName, displayName } from "../../home/device.js";

/** The key of a series in a select field. */
export const keyOf = ({ device, part, capability }) => [device, part, capability].join("/");

const runKinds = ["appliance", "vacuum", "power", "switch"];

/** Values that are reported for another reason, and say nothing about maintenance. */
const otherKinds = ["brightness", "color", "colorTemperature", "position", "tilt", "linkQuality"];

/** `{ usage, reported }`, each a list of `{ key, label, series }`. `subject` is `{ appliance }` or `{ device }`. Without a
 *  device of its own, an appliance has those of all devices. */
export async function sourcesOf({ client, store }, { appliance, device }) {
  const link = appliance ? await client.request("GET", `/appliances/${encodeURIComponent(appliance)}`) : { device };
  const own = store.devices.get(link.device);
  const found = (own ? [own] : [...store.devices.values()]).flatMap((each) => seriesOf(each, own && link.part));
  return {
    usage: found.filter(({ name }) => runKinds.includes(name))
      .toSorted((a, b) => runKinds.indexOf(a.name) - runKinds.indexOf(b.name))
      .map((one) => ({ ...one, isPower: one.name === "power" })),
    reported: found.filter(({ name, type }) => (type === "number" && !otherKinds.includes(name)) || name === "lowBattery")
      .map((one) => ({ ...one, isWarning: one.type === "boolean" })),
  };
}

function seriesOf(device, part) {
  return device.parts.filter(({ id }) => !part || id === part).flatMap((one) => one.capabilities.map((capability) => {
    const series = { device: device.id, part: one.id, capability: capability.name };
    return {
      series, key: keyOf(series), name: kind(capability), type: capability.type,
      label: `${displayName(device, one)} · ${capabilityName(capability)}`,
    };
  }));
}
