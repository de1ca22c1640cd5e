// The rooms view: every room with what matters in it, in the order of this person. A room opens its page.

import { orderedRooms } from "../home/layout.js";
import { roomSummary } from "../home/room-summary.js";
import { el, icon } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { emptyState } from "../parts/empty-state.js";
import { reconcileList } from "../parts/reconcile-list.js";

export const styles = ["facts", "rooms"];

/** Values change all the time; the list is built at most this often. */
const refreshMilliseconds = 500;

export function open({ store }) {
  const list = el("ul.room-list");
  const none = emptyState("rooms", t("rooms.none"), t("rooms.noneHelp"));
  const showRooms = reconcileList(list, roomRow, { key: ({ id }) => id ?? "" });
  let planned = null;

  function show() {
    planned = null;
    const rooms = orderedRooms(store);
    list.hidden = !rooms.length;
    none.hidden = rooms.length > 0;
    showRooms(rooms.map((room) => ({
      id: room.id, name: room.name ?? t("home.other"), count: room.devices.length, ...roomSummary(room, store),
    })));
  }

  const stop = store.on("any", () => { planned ??= setTimeout(show, refreshMilliseconds); });
  show();
  return {
    title: t("nav.rooms"),
    element: el("section.rooms", {},
      el("header.view-head", {}, el("h1", {}, t("nav.rooms")),
        store.may("addDevices") && el("a.button", { href: address("settings", "devices") }, icon("plus"), t("home.find"))),
      list, none),
    close: () => { stop(); clearTimeout(planned); },
  };
}

function roomRow({ id, name, count, climate, lights, facts }) {
  return el("li", {}, el("a.room-row", { href: address("room", id ?? undefined), "data-room": id ?? "" },
    el("span.room-row-name", {}, name), el("span.numerals.room-row-climate", {}, climate.join(" · ")),
    el("span.room-row-lights", {}, lights > 0 && [icon("bulb"), el("span", {}, t("summary.lights", { count: lights }))]),
    el("span.room-row-facts", {},
      facts.length ? facts.map(({ tone, text }) => el("span.room-fact", { "data-tone": tone }, icon("warning"), text))
        : el("span.muted", {}, t("rooms.devices", { count }))),
    icon("forward")));
}
