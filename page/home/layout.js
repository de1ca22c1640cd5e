// The layout of the home screen: the order of rooms and tiles, favourites, and hidden tiles. A tile has the key
// `device/part`. What a layout does not name comes after what it names, by name.

import { byName } from "../core/format.js";
import { roomTiles, tilesOf } from "./tile-models.js";

const none = { rooms: [], tiles: [], favourites: [], hidden: [] };

/** The layout of this person, or the home's default. A snapshot that an earlier page saved has none. */
export const layoutOf = (home) => ({ ...none, ...home?.layout });

/** `{ favourites, rooms }` as they are shown: `favourites` are tile models, a room is `{ id, name, devices, tiles
 *  }`. The room without an id, for devices in no room, is the last. */
export function homeScreen(store) {
  const layout = layoutOf(store.home);
  const hidden = new Set(layout.hidden);
  const rooms = orderedRooms(store, layout);
  const all = new Map(rooms.flatMap(({ tiles }) => tiles).map((tile) => [tile.key, tile]));
  const favourites = layout.favourites.filter((key) => all.has(key) && !hidden.has(key));
  const apart = new Set([...favourites, ...hidden]);
  return {
    favourites: favourites.map((key) => all.get(key)),
    rooms: rooms.map((room) => ({ ...room, tiles: roomTiles(room, room.tiles.filter(({ key }) => !apart.has(key))) }))
      .filter(({ tiles }) => tiles.length),
  };
}

/** All rooms with devices in the order of the layout, each with a tile for every part, also the hidden ones. */
export function orderedRooms({ home, devices }, layout = layoutOf(home)) {
  const groups = (home?.rooms ?? []).slice().sort(byName).map(({ id, name }) => ({ id, name, devices: [] }));
  const other = { id: null, name: null, devices: [] };
  for (const device of [...devices.values()].sort(byName)) {
    (groups.find(({ id }) => id === device.room?.id) ?? other).devices.push(device);
  }
  return [...sorted(groups, layout.rooms, ({ id }) => id), other].filter((room) => room.devices.length)
    .map((room) => ({ ...room, tiles: sorted(room.devices.flatMap(tilesOf), layout.tiles, ({ key }) => key) }));
}

/** Sorts items as `keys` names them; the others stay behind them in their order. */
function sorted(items, keys, keyOf) {
  const places = new Map(keys.map((key, place) => [key, place]));
  return items.toSorted((a, b) => (places.get(keyOf(a)) ?? Infinity) - (places.get(keyOf(b)) ?? Infinity) || 0);
}

/** The list with `item` moved by `step` places. */
export function moved(list, item, step) {
  const from = list.indexOf(item);
  const to = Math.min(Math.max(from + step, 0), list.length - 1);
  return from < 0 ? list : list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** The list with the item, or without it if it had it. */
export const toggled = (list, item) => (list.includes(item) ? list.filter((one) => one !== item) : [...list, item]);
