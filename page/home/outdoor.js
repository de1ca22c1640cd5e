// The temperature outdoors, from the sensor that is most likely there.

import { capabilityNamed } from "./device.js";

const outdoorWords = /outdoor|outside|garden|balcony|terrace|patio|utomhus|trädgård|balkong|altan|uteplats/iu;

/** The temperature capability of a sensor outdoors; undefined when there is none. A sensor of its own takes precedence
 *  over the part of another device, such as a heat pump. */
export function outdoorTemperature(devices) {
  return sensors(devices).find(({ capability }) => capability.state && !capability.state.isStale)?.capability;
}

/** The sensor outdoors whose history is shown: `{ device, part, capability }`; undefined when there is none. */
export function outdoorSensor(devices) {
  const [found] = sensors(devices);
  return found && { device: found.device.id, part: found.part.id, capability: found.capability };
}

function sensors(devices) {
  return [...devices].flatMap((device) => device.parts.map((part) => ({ device, part })))
    .map((one) => ({ ...one, rank: outdoorRank(one.device, one.part), capability: capabilityNamed(one.part, "temperature") }))
    .filter(({ rank, capability }) => rank > 0 && capability).sort((a, b) => b.rank - a.rank);
}

/** Whether a part is, or may be, outdoors. */
export const isOutdoors = (device, part) => outdoorRank(device, part) > 0;

function outdoorRank({ name, room }, part) {
  const isOwnSensor = !part.capabilities.some(({ isCommanded }) => isCommanded);
  if (outdoorWords.test(`${name} ${room?.name ?? ""}`) && isOwnSensor) return 2;
  return outdoorWords.test(part.id) ? 1 : 0;
}
