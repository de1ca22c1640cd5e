// The temperature outdoors, from the sensor that is most likely there.

import { capabilityNamed } from "./device.js";

const outdoorWords = /outdoor|outside|garden|balcony|terrace|patio|utomhus|trädgård|balkong|altan|uteplats/iu;

/** The temperature capability of a sensor outdoors; undefined when there is none. A sensor of its own takes precedence
 *  over the part of another device, such as a heat pump. */
export function outdoorTemperature(devices) {
  const found = [...devices].flatMap((device) => device.parts.map((part) => ({ device, part })))
    .map(({ device, part }) => ({ rank: outdoorRank(device, part), capability: capabilityNamed(part, "temperature") }))
    .filter(({ rank, capability }) => rank > 0 && capability?.state && !capability.state.isStale);
  return found.sort((a, b) => b.rank - a.rank)[0]?.capability;
}

function outdoorRank({ name, room }, part) {
  const isOwnSensor = !part.capabilities.some(({ isCommanded }) => isCommanded);
  if (outdoorWords.test(`${name} ${room?.name ?? ""}`) && isOwnSensor) return 2;
  return outdoorWords.test(part.id) ? 1 : 0;
}
