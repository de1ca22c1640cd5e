// The section about the home: its name, its rooms, and its time zone.

import { el, icon } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { t } from "../../core/text.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { emptyState } from "../../parts/empty-state.js";
import { form, nameField } from "../../parts/form.js";
import { reconcileList } from "../../parts/reconcile-list.js";
import { problemText } from "../../parts/problem.js";
import { addRoom, devicesIn, newRoom } from "../../parts/room-chips.js";
import { toast } from "../../parts/toast.js";
import { timeZoneCard } from "./time-zone.js";

export async function open(context) {
  const { store } = context;
  const rooms = el("ul.rows");
  const none = emptyState("home", t("settings.noRooms"), t("settings.noRoomsHelp"));
  const showRows = reconcileList(rooms, (room) => roomRow(context, room));
  const showRooms = () => {
    const { rooms: all } = store.home;
    rooms.hidden = !all.length;
    none.hidden = all.length > 0;
    showRows(all.map((room) => ({ ...room, count: devicesIn(store, room) })).sort(byName));
  };
  showRooms();
  const zone = timeZoneCard(context);
  const stop = store.on("home", showRooms);
  return {
    element: el("div.cards", {}, nameCard(context),
      el("section.card", {}, el("h3", {}, t("settings.rooms")), rooms, none, newRoom((name) => addRoom(context, name))),
      zone.element),
    close: () => { stop(); zone.close(); },
  };
}

function nameCard({ store, client, withStepUp }) {
  const element = form([nameField({ name: "name", label: t("settings.homeName"), value: store.home.name })], {
    verb: t("settings.save"),
    submit: async ({ name }) => {
      if (name === store.home.name) return;
      const send = () => client.request("PATCH", "/home", { name });
      if (await withStepUp(send, t("settings.renameHome"))) toast(t("settings.saved"));
      await store.readHome();
    },
  });
  element.classList.add("one-line");
  return el("section.card", {}, element);
}

function roomRow(context, room) {
  const button = (picture, label, act) => el("button.icon-button", {
    type: "button", "aria-label": label, on: { click: () => act(context, room) },
  }, icon(picture));
  return el("li.row", {},
    el("span.row-words", {},
      el("span.setting-name", {}, room.name), el("span.help", {}, t("rooms.devices", room))),
    button("edit", t("rooms.rename", room), rename), button("trash", t("rooms.remove", room), remove));
}

const rename = ({ store, client, withStepUp }, room) => dialog(t("rooms.rename", room), (close) =>
  form([nameField({ name: "name", label: t("rooms.name"), value: room.name })], {
    verb: t("settings.save"), cancel: () => close(),
    submit: async ({ name }) => {
      if (await withStepUp(() => client.request("PATCH", `/rooms/${room.id}`, { name })) === undefined) return;
      close();
      await store.read();
    },
  }));

async function remove({ store, client, withStepUp }, room) {
  const count = devicesIn(store, room);
  if (!await confirmed(t("rooms.remove", room), t("rooms.removeHelp", { count }), t("rooms.removeVerb"))) return;
  try {
    if (await withStepUp(() => client.request("DELETE", `/rooms/${room.id}`), t("rooms.remove", room)) === undefined) return;
    await store.read();
    toast(t("rooms.removed", room));
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
  }
}
