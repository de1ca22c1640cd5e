// A room on the home view and on its own page: its name, the switch for all of its lamps, and its tiles.

import { isLit, lampsOf } from "../home/lamps.js";
import { isToggledByTap, mayCommandTo } from "../home/command-access.js";
import { el, icon, set, write } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { loadPart } from "./load-part.js";
import { Tile } from "./tile.js";

/** The place of a room: that of its page. The room of all devices in no room has no id. */
const roomAddress = (id) => address("room", id ?? undefined);

export class RoomCard {
  #context;
  #room;
  #tiles;
  #lights;
  #stop = () => {};

  /** `room` is one of `homeScreen`. The name is a link unless the card is on the room's own page. */
  constructor(context, room, { isOwnPage = false } = {}) {
    this.#context = context;
    this.#room = room;
    this.#tiles = room.tiles.map((tile) => new Tile(context, tile));
    const id = `room-${room.id ?? "other"}`;
    const name = room.name ?? t("home.other");
    this.#lights = room.id !== null && this.#lamps().length ? this.#makeLights() : null;
    this.element = el("section.room", { "aria-labelledby": id, "data-room": room.id ?? "" },
      el("header.room-head", {},
        isOwnPage ? el("h1", { id }, name) : el("h2", { id }, el("a.room-name", { href: roomAddress(room.id) }, name)),
        this.#lights),
      el("div.tiles", {}, this.#tiles.map(({ element }) => element)));
    this.#followLamps();
  }

  close() {
    this.#stop();
    this.#tiles.forEach((tile) => tile.close());
  }

  /** Shows the current ages. */
  update() { this.#tiles.forEach((tile) => tile.update()); }

  /** The lamps of the room that this person may switch. */
  #lamps() {
    const { store } = this.#context;
    const devices = [...store.devices.values()].filter(({ room }) => room?.id === this.#room.id);
    return lampsOf(devices).filter(({ capability }) => isToggledByTap(store, capability));
  }

  /** Whether a lamp shines when its pending command, if any, is done. */
  #willShine({ device, part, capability }) {
    const { store } = this.#context;
    const { status, command } = store.view(device.id, part.id, capability.name);
    return status === "pending" ? command.value : isLit(store, device, part);
  }

  #makeLights() {
    const click = async () => {
      const group = await loadPart(() => import("./lamp-group.js"));
      const lamps = this.#lamps();
      const value = !lamps.some((lamp) => this.#willShine(lamp));
      await group?.switchLampsWithUndo(this.#context, { name: this.#room.name, lamps, value });
    };
    return el("button.room-lights", { type: "button", on: { click } }, icon("bulb"), el("span.numerals"));
  }

  #followLamps() {
    if (!this.#lights) return;
    const topics = this.#lamps().map(({ device }) => `device:${device.id}`);
    this.#stop = this.#context.store.on(topics, () => this.#showLights());
    this.#showLights();
  }

  #showLights() {
    const lamps = this.#lamps();
    const count = lamps.filter(({ device, part }) => isLit(this.#context.store, device, part)).length;
    const isPermitted = lamps.every(({ capability }) => mayCommandTo(capability, count === 0));
    const label = t(count ? "lights.roomOff" : "lights.roomOn", { room: this.#room.name });
    write(this.#lights.lastChild, count ? String(count) : "");
    set(this.#lights, { "aria-label": label, title: label, "data-on": count > 0, hidden: !isPermitted });
  }
}
