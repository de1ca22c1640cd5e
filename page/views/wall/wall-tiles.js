// The tiles on a panel on a wall: the favourites, or those of one room.

import { homeScreen, layoutOf, orderedRooms } from "../../home/layout.js";
import { roomTiles } from "../../home/tile-models.js";

/** So many tiles fit on the screen. */
export const mostTiles = 9;
/** What a person most likely wants to do in passing, when there are few favourites. */
const preferred = ["lamp", "climate", "cover", "plain"];

/** The favourites of the layout, then the lamps, climates and covers that it shows first. */
export function favouriteTiles(store) {
  const { favourites, rooms } = homeScreen(store);
  const others = rooms.flatMap(({ tiles }) => tiles.map((tile) => ({ ...tile, label: undefined })));
  const ranked = others.toSorted((a, b) => preferred.indexOf(a.kind) - preferred.indexOf(b.kind));
  return [...favourites, ...ranked].slice(0, Math.max(mostTiles, favourites.length));
}

/** The rooms in their order, each with its tiles; the favourites are among them. */
export function roomsOnPanel(store) {
  const hidden = new Set(layoutOf(store.home).hidden);
  return orderedRooms(store)
    .map((room) => ({ ...room, tiles: roomTiles(room, room.tiles.filter(({ key }) => !hidden.has(key))) }))
    .filter(({ tiles }) => tiles.length);
}
