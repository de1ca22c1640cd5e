// The home view of a panel on a wall: one screen without scrolling. At one side the time, what needs attention, doors
// and power; at the other the favourites, or the tiles of one room.

import { el, icon, set } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { structureText } from "../home/structure.js";
import { loadPart } from "../parts/load-part.js";
import { Tile } from "../parts/tile.js";
import { WallSide } from "./wall/side.js";
import { favouriteTiles, roomsOnPanel, mostTiles } from "./wall/wall-tiles.js";

const agesMilliseconds = 20_000;
/** A room that was opened gives way to the favourites again. */
const roomMilliseconds = 90_000;

export function open(context) {
  const view = new WallView(context);
  return { element: view.element, title: t("nav.home"), close: () => view.close() };
}

class WallView {
  #context;
  #side;
  #tabs = el("nav.wall-rooms", { "aria-label": t("nav.rooms") });
  #grid = el("div.wall-tiles");
  #tiles = [];
  #rooms = [];
  /** The id of the shown room; undefined for the favourites. */
  #room;
  #drawn = null;
  #return = null;
  #stop;
  #timer;

  constructor(context) {
    this.#context = context;
    this.#side = new WallSide(context);
    this.element = el("section.wall", { on: { pointerdown: () => this.#planReturn() } },
      el("h1.visually-hidden", {}, t("nav.home")), this.#side.element,
      el("div.wall-main", {}, this.#side.alarms, el("div.wall-head", {}, this.#tabs, this.#leaveButton()), this.#grid));
    this.#show();
    this.#stop = context.store.on(["devices", "home"], () => this.#show());
    this.#timer = setInterval(() => this.#tiles.forEach((tile) => tile.update()), agesMilliseconds);
  }

  close() {
    this.#stop();
    clearInterval(this.#timer);
    clearTimeout(this.#return);
    this.#side.close();
    this.#tiles.forEach((tile) => tile.close());
  }

  /** Builds the tabs and tiles again only when more than a value has changed, so that a slider in use stays. */
  #show() {
    const { store } = this.#context;
    this.#rooms = roomsOnPanel(store);
    const shown = this.#rooms.find(({ id }) => id === this.#room);
    if (!shown) this.#room = undefined;
    const models = shown?.tiles ?? favouriteTiles(store);
    const drawn = structureText([this.#room, this.#rooms.map(({ id, name }) => [id, name]), models,
      models.map(({ device }) => store.devices.get(device))]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#showTabs();
    this.#showTiles(shown, models);
  }

  #showTabs() {
    const focused = [...this.#tabs.children].indexOf(document.activeElement);
    const tab = (id, text) => el("button.wall-room", {
      type: "button", "aria-pressed": String(id === this.#room), on: { click: () => this.#open(id) },
    }, text);
    this.#tabs.replaceChildren(tab(undefined, t("nav.home")), ...this.#rooms.map(({ id, name }) => tab(id, name ?? t("home.other"))));
    this.#tabs.children[focused]?.focus();
  }

  #showTiles(room, models) {
    this.#tiles.forEach((tile) => tile.close());
    const isTooMany = models.length > mostTiles;
    this.#tiles = models.slice(0, isTooMany ? mostTiles - 1 : mostTiles).map((model) => new Tile(this.#context, model));
    set(this.#grid, { "data-room": room?.id ?? "" });
    this.#grid.replaceChildren(...this.#tiles.map(({ element }) => element), ...isTooMany ? [rest(room, models)] : []);
    if (!models.length) this.#grid.append(el("p.muted.wall-none", {}, t("home.emptyForOthers")));
  }

  #leaveButton() {
    const leave = async () => (await loadPart(() => import("../parts/leave-panel.js")))?.leavePanel(this.#context);
    return el("button.icon-button.wall-leave", {
      type: "button", "aria-label": t("wall.leave"), title: t("wall.leave"), on: { click: leave },
    }, icon("lock"));
  }

  #open(id) {
    this.#room = id;
    this.#show();
    this.#planReturn();
  }

  #planReturn() {
    clearTimeout(this.#return);
    if (this.#room !== undefined) this.#return = setTimeout(() => this.#open(undefined), roomMilliseconds);
  }
}

/** The place of the tiles that do not fit: a link to the page of the room. */
const rest = (room, models) => el("a.wall-rest", { href: address("room", room.id ?? undefined) },
  t("wall.rest", { count: models.length - mostTiles + 1 }));
