// The home view: the favourites, then the rooms as cards in columns, each with its tiles.

import { homeScreen } from "../home/layout.js";
import { el } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { Columns } from "../parts/columns.js";
import { emptyState } from "../parts/empty-state.js";
import { RoomCard } from "../parts/room-card.js";
import { Tile } from "../parts/tile.js";

const agesMilliseconds = 20_000;

export function open(context) {
  const view = new HomeView(context);
  return { element: view.element, title: t("nav.home"), close: () => view.close() };
}

class HomeView {
  #context;
  #outline;
  #stop;
  #timer;
  /** The tiles, cards and columns that are shown; each has a `close`. */
  #pieces = [];
  /** The tiles and cards whose ages are kept up to date. */
  #updated = [];

  constructor(context) {
    this.#context = context;
    this.element = el("section.home");
    this.#build();
    this.#stop = context.store.on(["devices", "home"], () => this.#rebuildIfChanged());
    this.#timer = setInterval(() => this.#updated.forEach((piece) => piece.update()), agesMilliseconds);
  }

  close() {
    this.#stop();
    clearInterval(this.#timer);
    this.#closePieces();
  }

  #closePieces() {
    this.#pieces.forEach((piece) => piece.close());
    this.#pieces = [];
    this.#updated = [];
  }

  /** Rebuilds the tiles only when more than a value has changed, so that a slider in use and the focus are not lost. */
  #rebuildIfChanged() {
    if (outline(this.#context.store) !== this.#outline) this.#build();
  }

  #build() {
    const { store } = this.#context;
    this.#outline = outline(store);
    this.#closePieces();
    const { favourites, rooms } = homeScreen(store);
    this.element.replaceChildren(el("h1.visually-hidden", {}, t("nav.home")),
      ...[favourites.length && this.#favourites(favourites), rooms.length && this.#rooms(rooms)].filter(Boolean));
    if (!store.devices.size && store.home) this.element.append(nothing(store));
  }

  #favourites(favourites) {
    const tiles = favourites.map((model) => this.#keep(new Tile(this.#context, model)));
    this.#updated.push(...tiles);
    return el("section.room.favourites", { "aria-labelledby": "favourites" },
      el("h2.visually-hidden", { id: "favourites" }, t("home.favourites")),
      el("div.tiles", {}, tiles.map(({ element }) => element)));
  }

  #rooms(rooms) {
    const cards = rooms.map((room) => this.#keep(new RoomCard(this.#context, room)));
    this.#updated.push(...cards);
    const columns = new Columns(cards.map(({ element }) => element), (index) => estimatedHeight(rooms[index]));
    return this.#keep(columns).element;
  }

  #keep(piece) {
    this.#pieces.push(piece);
    return piece;
  }
}

/** The height of a card in pixels, from the number of its rows with two tiles each. */
function estimatedHeight({ tiles }) {
  const wide = tiles.filter(({ kind, isRoomClimate }) => kind === "cover" && !isRoomClimate).length;
  const climate = tiles.filter(({ isRoomClimate }) => isRoomClimate).length;
  return 68 + climate * 64 + (wide + Math.ceil((tiles.length - wide - climate) / 2)) * 92;
}

/** The home as text without the states of its devices. */
function outline({ home, devices }) {
  return JSON.stringify([home?.rooms, home?.layout, [...devices.values()].map(({ id, name, room, parts }) => [id, name,
    room, parts.map((part) => [part.id, part.purpose, part.capabilities.map(({ state, ...rest }) => rest)])])]);
}

function nothing(store) {
  const may = store.may("addDevices");
  return emptyState("home", t("home.empty"), may ? t("home.emptyHelp") : t("home.emptyForOthers"),
    may && el("a.button.primary", { href: address("found") }, t("home.find")));
}
