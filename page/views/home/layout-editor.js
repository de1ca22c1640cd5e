// The edit mode of the home view: the order of rooms and tiles, favourites and hidden tiles. Every change is saved in the
// gateway for this person, and can be undone.

import { layoutOf, moved, orderedRooms, toggled } from "../../home/layout.js";
import { el, icon, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { debounce } from "../../parts/debounce.js";
import { DragOrder } from "../../parts/drag-order.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";
import { dragHandle, editorButton, EditorList, moveButtons } from "./editor-list.js";

export class LayoutEditor {
  #context;
  #done;
  #layout;
  #before = [];
  #lists = [];
  #roomOrder = null;
  #saving = Promise.resolve();
  #save = debounce((layout) => { this.#saving = this.#put(layout); });
  #status = el("p.visually-hidden", { role: "status" });
  #contents = el("div.editor-contents");
  #undo = button("restore", t("toast.undo"), () => this.#goBack());

  /** `done` is called when the person has finished. */
  constructor(context, { done }) {
    this.#context = context;
    this.#done = done;
    this.#layout = layoutOf(context.store.home);
    this.element = el("div.editor", {},
      el("header.editor-head", {},
        el("h1", { tabindex: -1 }, t("home.edit")), this.#undo,
        el("button.button.primary", { type: "button", on: { click: () => this.#finish() } }, t("home.done"))),
      el("p.help", {}, t("home.editHelp")), this.#status, this.#contents);
    this.update();
  }

  close() {
    this.#save.flush();
    this.#closeLists();
  }

  focus() { this.element.querySelector("h1").focus(); }

  /** Shows the layout; the control that had the focus has it again. */
  update() {
    const focused = document.activeElement?.dataset.control;
    this.#closeLists();
    const rooms = orderedRooms(this.#context.store, this.#layout);
    const all = new Map(rooms.flatMap(({ tiles }) => tiles).map((tile) => [tile.key, tile]));
    const favourites = this.#layout.favourites.filter((key) => all.has(key)).map((key) => all.get(key));
    const roomList = el("ol.editor-rooms", {}, rooms.map((room) => this.#room(room, rooms)));
    this.#roomOrder = new DragOrder(roomList, (from, to) => this.#moveRoom(rooms, rooms[from], to - from));
    this.#contents.replaceChildren(...[favourites.length && this.#favourites(favourites)].filter(Boolean), roomList,
      this.#footer());
    this.#undo.disabled = !this.#before.length;
    if (focused) this.#contents.querySelector(`[data-control="${CSS.escape(focused)}"]`)?.focus();
  }

  #closeLists() {
    this.#lists.forEach((list) => list.close());
    this.#lists = [];
    this.#roomOrder?.close();
  }

  #list(tiles, options) {
    const list = new EditorList(tiles, options);
    this.#lists.push(list);
    return list.element;
  }

  #favourites(tiles) {
    const keys = tiles.map(({ key }) => key);
    return el("section.card", { "aria-labelledby": "editor-favourites" },
      el("h2", { id: "editor-favourites" }, t("home.favourites")),
      this.#list(tiles, {
        id: "favourite", extra: (tile) => this.#star(tile, "favourite"),
        move: (tile, step) => this.#change({ favourites: moved(keys, tile.key, step) }, tile.name),
      }));
  }

  #room(room, rooms) {
    const name = room.name ?? t("home.other");
    const isHidden = (tile) => this.#layout.hidden.includes(tile.key);
    return el("li.card", { "data-room": room.id ?? "" },
      el("header.editor-room", {}, room.id !== null && dragHandle(), el("h2", {}, name),
        room.id !== null && moveButtons(name, `room-${room.id}`, (step) => this.#moveRoom(rooms, room, step))),
      this.#list(room.tiles, {
        id: "tile", isDim: isHidden, extra: (tile) => [this.#star(tile, "tile"), this.#hide(tile, isHidden(tile))],
        move: (tile, step) => this.#moveTile(rooms, room, tile, step),
      }));
  }

  #star({ key, name }, place) {
    const isFavourite = this.#layout.favourites.includes(key);
    const label = t(place === "favourite" ? "home.unfavourite" : "home.favourite", { name });
    return editorButton({
      picture: "star", label, pressed: isFavourite, control: `star-${place}-${key}`,
      click: () => this.#change({ favourites: toggled(this.#layout.favourites, key) }),
    });
  }

  #hide({ key, name }, isHidden) {
    return editorButton({
      picture: "hide", label: t("home.hide", { name }), pressed: isHidden, control: `hide-${key}`,
      click: () => this.#change({ hidden: toggled(this.#layout.hidden, key) }),
    });
  }

  #moveTile(rooms, room, tile, step) {
    const keys = rooms.flatMap((one) => {
      const own = one.tiles.map(({ key }) => key);
      return one === room ? moved(own, tile.key, step) : own;
    });
    this.#change({ tiles: keys }, tile.name);
  }

  /** The room of all devices in no room stays the last. */
  #moveRoom(rooms, room, step) {
    const ids = rooms.map(({ id }) => id).filter((id) => id !== null);
    if (room.id === null) this.update();
    else this.#change({ rooms: moved(ids, room.id, step) }, room.name);
  }

  /** Applies and saves a change. `name` is what was moved, for screen readers. */
  #change(change, name) {
    if (Object.entries(change).every(([list, keys]) => keys.join() === this.#layout[list].join())) return this.update();
    this.#before.push(this.#layout);
    this.#apply({ ...this.#layout, ...change });
    if (name) write(this.#status, t("home.moved", { name }));
  }

  #goBack() {
    const layout = this.#before.pop();
    if (layout) this.#apply(layout);
    if (!this.#before.length) this.focus();
  }

  #apply(layout) {
    this.#layout = layout;
    this.update();
    this.#save.schedule(layout);
  }

  /** The footer: back to the order of the home, and the order of this person for the home. */
  #footer() {
    const { store, withStepUp, client } = this.#context;
    const put = () => client.request("PUT", "/home/layout", contentOf(this.#layout));
    const reset = () => this.#run(() => client.request("DELETE", "/layout"), t("home.isReset"));
    const share = () => this.#run(() => withStepUp(put, t("home.share")), t("home.isShared"));
    return el("footer.actions", {}, button("restore", t("home.reset"), reset),
      store.may("modifySettings") && button("people", t("home.share"), share));
  }

  /** Runs a request after all changes are saved, and shows the layout that holds then. */
  async #run(request, words) {
    this.#save.flush();
    await this.#saving;
    try {
      if (await request() === undefined) return;
      this.#before.push(this.#layout);
      this.#layout = layoutOf(await this.#context.store.readHome());
      this.update();
      toast(words);
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  }

  async #put(layout) {
    try {
      await this.#context.client.request("PUT", "/layout", contentOf(layout));
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  }

  async #finish() {
    this.#save.flush();
    await this.#saving;
    await this.#context.store.readHome().catch(() => null);
    this.#done();
  }
}

const contentOf = ({ rooms, tiles, favourites, hidden }) => ({ rooms, tiles, favourites, hidden });

const button = (picture, label, click) =>
  el("button.button", { type: "button", on: { click } }, icon(picture), el("span", {}, label));
