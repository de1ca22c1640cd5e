// Rooms as chips: the rooms of the home, and common proposals. A tap adds a room, another tap removes it.

import { Problem } from "../core/api.js";
import { el, icon } from "../core/dom.js";
import { byName } from "../core/format.js";
import { t } from "../core/text.js";
import { confirmed } from "./dialog.js";
import { form, nameField } from "./form.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

/** `onResult(isAdded)` is called after each attempt to add a room. */
export function roomChips(context, { onResult = () => {} } = {}) {
  const { store, client, withStepUp } = context;
  const proposals = t("rooms.proposals").split(", ");
  const chips = new Map();
  const element = el("ul.chips");

  function show(name, room) {
    const key = name.toLocaleLowerCase();
    const chip = chips.get(key) ?? make(key, name);
    chip.room = room;
    chip.button.setAttribute("aria-pressed", String(Boolean(room)));
    chip.button.replaceChildren(icon(room ? "check" : "plus"), el("span", {}, room?.name ?? name));
  }

  function make(key, name) {
    const chip = { button: el("button.chip", { type: "button", on: { click: () => press(chip, name) } }) };
    chips.set(key, chip);
    element.append(el("li", {}, chip.button));
    return chip;
  }

  async function press(chip, name) {
    if (chip.isBusy) return;
    chip.isBusy = true;
    try {
      if (chip.room) await remove(chip.room);
      else await add(name);
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    } finally {
      chip.isBusy = false;
    }
  }

  /** Adds a room and shows its chip. Throws the refusal of the gateway. */
  async function add(name) {
    let room;
    try {
      room = await addRoom(context, name);
      show(name.trim(), room);
    } finally {
      onResult(Boolean(room));
    }
  }

  async function remove(room) {
    if (!await mayRemove(store, room)) return;
    await withStepUp(() => client.request("DELETE", `/rooms/${room.id}`), t("rooms.remove", room));
    show(room.name, null);
    await store.read();
  }

  for (const room of store.home.rooms.slice().sort(byName)) show(room.name, room);
  for (const name of proposals) if (!chips.has(name.toLocaleLowerCase())) show(name, null);
  return { element, add };
}

/** Adds a room and returns it. Throws a `Problem` when a room with the same name exists, also in other letter case. */
export async function addRoom({ store, client, withStepUp }, name) {
  const same = (room) => room.name.localeCompare(name.trim(), undefined, { sensitivity: "accent" }) === 0;
  if (store.home.rooms.some(same)) throw new Problem(409, { field: "name", code: "taken", detail: t("rooms.taken") });
  const room = await withStepUp(() => client.request("POST", "/rooms", { name }), t("rooms.addTitle", { name }));
  await store.readHome();
  return room;
}

/** Whether the room may be removed: asks for confirmation when it has devices, which would then be in no room. */
async function mayRemove(store, room) {
  const count = devicesIn(store, room);
  return !count || confirmed(t("rooms.remove", room), t("rooms.removeHelp", { count }), t("rooms.removeVerb"));
}

/** The number of devices in a room. */
export const devicesIn = (store, { id }) => [...store.devices.values()].filter(({ room }) => room?.id === id).length;

/** A form for one more room, which keeps the focus for the next one. */
export function newRoom(add) {
  const name = nameField({ name: "name", label: t("rooms.another") });
  const element = form([name], {
    verb: t("rooms.add"),
    submit: async ({ name: text }) => {
      await add(text);
      name.input.value = "";
      name.input.focus();
    },
  });
  element.classList.add("one-line");
  return element;
}
