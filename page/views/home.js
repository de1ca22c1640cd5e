// The home view: the rooms with their devices as tiles.

import { tileModels, capabilityNamed } from "../home/device.js";
import { el, write } from "../core/dom.js";
import { byName, reading, withUnit } from "../core/format.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { emptyState } from "../parts/empty-state.js";
import { Tile } from "../parts/tile.js";

/** The quantities that the head of a room shows. */
const climate = ["temperature", "humidity", "co2"];
const agesMilliseconds = 20_000;

export function open({ store, sendCommand }) {
  const title = el("h1.visually-hidden", {}, t("nav.home"));
  const element = el("section.home");
  const tiles = new Map();
  const heads = [];

  function build() {
    tiles.clear();
    heads.length = 0;
    element.replaceChildren(title, ...rooms(store).map(({ room, devices }) => section(room, devices)));
    if (!store.devices.size && store.home) element.append(nothing(store));
  }

  function section(room, devices) {
    const facts = el("p.room-facts");
    heads.push(() => write(facts, climateOf(devices)));
    heads.at(-1)();
    const own = devices.flatMap(tileModels).map((model) => {
      const tile = new Tile(store, model, sendCommand);
      tiles.set(model.device, [...(tiles.get(model.device) ?? []), tile]);
      return tile.element;
    });
    const id = `room-${room?.id ?? "none"}`;
    return el("section.room", { "aria-labelledby": id },
      el("header.room-head", {}, el("h2", { id }, room?.name ?? t("home.noRoom")), facts),
      el("div.tiles", {}, own));
  }

  build();
  let watched = watch();

  function watch() {
    const stops = [...tiles.keys()].map((id) =>
      store.on(`device:${id}`, () => tiles.get(id)?.forEach((tile) => tile.update())));
    const refresh = () => heads.forEach((act) => act());
    const timer = setInterval(() => {
      refresh();
      for (const own of tiles.values()) own.forEach((tile) => tile.update());
    }, agesMilliseconds);
    return () => { stops.forEach((stop) => stop()); clearInterval(timer); };
  }

  /** Rebuilds the tiles only when more than a value has changed, so that a slider in use and the focus are not lost. */
  let drawn = outline(store);
  const stop = store.on(["devices", "home"], () => {
    const before = drawn;
    drawn = outline(store);
    if (drawn === before) return;
    watched();
    build();
    watched = watch();
  });
  return { element, title: t("nav.home"), close: () => { stop(); watched(); } };
}

/** The home as text without the states of its devices. */
function outline({ home, devices }) {
  return JSON.stringify([home?.rooms, [...devices.values()].map(({ id, name, room, parts }) => [id, name, room,
    parts.map((part) => [part.id, part.purpose, part.capabilities.map(({ state, ...rest }) => rest)])])]);
}

/** Devices by room, in the order of the rooms' names; those without one come last. */
export function rooms(store) {
  const groups = (store.home?.rooms ?? []).slice().sort(byName).map((room) => ({ room, devices: [] }));
  const none = { room: null, devices: [] };
  for (const device of [...store.devices.values()].sort(byName)) {
    (groups.find(({ room }) => room.id === device.room?.id) ?? none).devices.push(device);
  }
  return [...groups, none].filter(({ devices }) => devices.length);
}

function climateOf(devices) {
  const parts = devices.flatMap((device) => device.parts);
  return climate.map((name) => {
    const capabilities = parts.map((part) => capabilityNamed(part, name)).filter((c) => c?.state && !c.state.isStale);
    if (!capabilities.length) return null;
    const mean = capabilities.reduce((sum, { state }) => sum + state.value, 0) / capabilities.length;
    return withUnit(reading(capabilities[0], mean));
  }).filter(Boolean).join("   ");
}

function nothing(store) {
  const may = store.may("addDevices");
  return emptyState("home", t("home.empty"), may ? t("home.emptyHelp") : t("home.emptyForOthers"),
    may && el("a.button.primary", { href: address("found") }, t("home.find")));
}
