// The tiles of a room: which parts have one, how they are called there, and the one tile for the climate of the room.

import { capitalised } from "../core/text.js";
import { capabilityNamed, mainCapability, tileModels } from "./device.js";
import { kind } from "../core/format.js";
import { travelOf } from "./cover.js";
import { isLamp } from "./lamps.js";

const air = ["temperature", "humidity", "co2"];

/** The tiles of a device: `{ key, kind, device, part, name }`; `device` and `part` are ids. */
export function tilesOf(device) {
  return tileModels(device).map((model) => {
    const part = device.parts.find(({ id }) => id === model.part);
    return { ...model, key: `${device.id}/${part.id}`, kind: tileKind(part), isAirSensor: isAirSensor(part) };
  });
}

function tileKind(part) {
  const main = kind(mainCapability(part));
  if (isLamp(part)) return "lamp";
  if (main === "targetTemperature") return "climate";
  if (main === "lock") return "lock";
  return travelOf(part)?.isCommanded && ["position", "garageDoor", "movement"].includes(main) ? "cover" : "plain";
}

/** Whether a part only measures the air. */
function isAirSensor(part) {
  return air.includes(kind(mainCapability(part))) && !part.capabilities.some(({ isCommanded }) => isCommanded);
}

/** The tiles of a room as the home view and its own page show them: one tile for the climate at the top, and every tile with its
 *  `label`, which is its name without that of the room. */
export function roomTiles(room, tiles) {
  const labelled = withLabels(room, tiles);
  if (room.id === null) return labelled;
  const thermostat = only(labelled.filter(({ kind }) => kind === "climate"));
  const sensors = labelled.filter(({ isAirSensor }) => isAirSensor);
  const sensor = only(sensors) ?? only(sensors.filter((tile) => measuresMoreThanTemperature(room, tile)));
  if (!thermostat && !sensor) return labelled;
  const climate = { ...(thermostat ?? sensor), kind: "climate", isRoomClimate: true, sensor };
  return [climate, ...labelled.filter((tile) => tile !== thermostat && tile !== sensor)];
}

const only = (tiles) => (tiles.length === 1 ? tiles[0] : undefined);

function measuresMoreThanTemperature({ devices }, tile) {
  const part = devices.find(({ id }) => id === tile.device)?.parts.find(({ id }) => id === tile.part);
  return ["humidity", "co2"].some((name) => capabilityNamed(part, name));
}

/** Adds the labels. A label that two tiles of the room would share is the whole name. The part of a device comes first,
 *  so that a label that is cut off still says which part it is. */
function withLabels(room, tiles) {
  const labels = tiles.map(({ name }) => withoutRoom(name, room.name).split(" · ").reverse().map(capitalised).join(" · "));
  return tiles.map((tile, index) => {
    const isUnique = labels.filter((label) => label === labels[index]).length === 1;
    return { ...tile, label: isUnique ? labels[index] : tile.name };
  });
}

/** "Lamp" for "Living room lamp" in the living room. */
function withoutRoom(name, room) {
  const isPrefixed = room && name.toLocaleLowerCase().startsWith(`${room.toLocaleLowerCase()} `);
  const rest = isPrefixed ? name.slice(room.length).trim() : "";
  return rest ? capitalised(rest) : name;
}
