// The view of one room: a tile for every device in it, also for those that the home view does not show.

import { orderedRooms } from "../home/layout.js";
import { structureText } from "../home/structure.js";
import { roomTiles } from "../home/tile-models.js";
import { el } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { backLink } from "../parts/back-link.js";
import { emptyState } from "../parts/empty-state.js";
import { RoomCard } from "../parts/room-card.js";

export const styles = ["rooms"];

const agesMilliseconds = 20_000;

export function open(context, { id = null }) {
  const view = new RoomView(context, id);
  return { element: view.element, title: view.name, close: () => view.close() };
}

class RoomView {
  #context;
  #id;
  #card = null;
  #drawn;
  #stop;
  #timer;

  constructor(context, id) {
    this.#context = context;
    this.#id = id;
    this.element = el("article.room-view");
    this.#show();
    this.#stop = context.store.on(["devices", "home"], () => this.#show());
    this.#timer = setInterval(() => this.#card?.update(), agesMilliseconds);
  }

  get name() { return this.#context.store.room(this.#id)?.name ?? t("home.other"); }

  close() {
    this.#stop();
    clearInterval(this.#timer);
    this.#card?.close();
  }

  #show() {
    const room = orderedRooms(this.#context.store).find(({ id }) => id === this.#id);
    const drawn = structureText(room);
    if (this.#card && drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#card?.close();
    this.#card = room ? new RoomCard(this.#context, { ...room, tiles: roomTiles(room, room.tiles) }, { isOwnPage: true }) : null;
    this.element.replaceChildren(backLink(), this.#card?.element ?? missing());
  }
}

const missing = () => el("div", {}, el("h1.visually-hidden", {}, t("home.other")),
  emptyState("home", t("room.empty"), t("room.emptyHelp"), el("a.button", { href: address("home") }, t("device.back"))));
