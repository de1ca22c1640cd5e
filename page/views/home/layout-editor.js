// The edit mode of the home view: the order of rooms and tiles, favourites and hidden tiles. Every change is saved in
// the gateway for this person, and can be undone. A change of the layout in another window is not overwritten.

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
  #isClosed = false;
  /** The version of the layout in the gateway that the changes are based on. */
  #version;
  /** Grows when another window has changed the layout: changes from before are not stored any more. */
  #round = 0;
  /** The layouts are stored one after another, so that an older one never replaces a newer one. */
  #save = debounce(({ layout, round }) => { this.#saving = this.#saving.then(() => this.#put(layout, round)); });
  #status = el("p.visually-hidden", { role: "status" });
  #contents = el("div.editor-contents");
  #roomLinks = el("nav.editor-links", { "aria-label": t("home.goToRoom") });
  #undo = button("restore", t("toast.undo"), () => this.#goBack());

  /** `done` is called when the person has finished. */
  constructor(context, { done }) {
    this.#context = context;
    this.#done = done;
    this.#layout = layoutOf(context.store.home);
    this.#version = this.#layout.version;
    this.element = el("div.editor", {},
      el("header.editor-head", {},
        el("h1", { tabindex: -1 }, t("home.edit")), this.#undo,
        el("button.button.primary", { type: "button", on: { click: () => this.#finish() } }, t("home.done"))),
      el("p.help", {}, t("home.editHelp")), this.#status, this.#roomLinks,
      this.#contents);
    this.update();
  }

  close() {
    this.#isClosed = true;
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
    this.#roomLinks.replaceChildren(...rooms.map((room) => this.#roomLink(room)));
    this.#undo.disabled = !this.#before.length;
    if (focused) this.element.querySelector(`[data-control="${CSS.escape(focused)}"]`)?.focus();
  }

  /** A button that leads to a room, because the list of a whole home is long. */
  #roomLink({ id, name }) {
    const click = () => {
      const heading = this.#contents.querySelector(`[data-room="${CSS.escape(id ?? "")}"] h2`);
      heading.focus({ preventScroll: true });
      heading.scrollIntoView({ block: "start" });
    };
    return el("button.button", { type: "button", "data-control": `link-${id}`, on: { click } }, name ?? t("home.other"));
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
      el("header.editor-room", {}, room.id !== null && dragHandle(), el("h2", { tabindex: -1 }, name),
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
      picture: isHidden ? "hide" : "show", label: t("home.hide", { name }), pressed: isHidden, control: `hide-${key}`,
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
    this.#save.schedule({ layout, round: this.#round });
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
      await this.#showStored();
      toast(words);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Shows the layout that the gateway has now. *Undo* returns to the one that was shown. */
  async #showStored() {
    const stored = layoutOf(await this.#context.store.readHome());
    this.#before.push(this.#layout);
    this.#layout = stored;
    this.#version = stored.version;
    this.update();
  }

  async #put(layout, round) {
    if (round !== this.#round) return;
    const headers = this.#version ? { "If-Match": `"${this.#version}"` } : {};
    try {
      const stored = await this.#context.client.request("PUT", "/layout", contentOf(layout), { headers });
      this.#version = stored.version;
    } catch (error) {
      if (error.code === "changedMeanwhile") await this.#showOther().catch((problem) => this.#report(problem));
      else this.#report(error);
    }
  }

  /** Another window has changed the layout: shows that one, and keeps the person's own one for *Undo*. */
  async #showOther() {
    this.#round += 1;
    if (this.#isClosed) return toast(t("home.changedElsewhereLost"), { tone: "warn" });
    await this.#showStored();
    toast(t("home.changedElsewhere"), { tone: "warn" });
  }

  #report(error) { toast(problemText(error), { tone: "danger" }); }

  /** Stays open when the last change met one of another window, so that the person sees both. */
  async #finish() {
    const round = this.#round;
    this.#save.flush();
    await this.#saving;
    if (round !== this.#round) return;
    await this.#context.store.readHome().catch(() => null);
    // The person may have left the view meanwhile.
    if (!this.#isClosed) this.#done();
  }
}

const contentOf = ({ rooms, tiles, favourites, hidden }) => ({ rooms, tiles, favourites, hidden });

const button = (picture, label, click) =>
  el("button.button", { type: "button", on: { click } }, icon(picture), el("span", {}, label));
