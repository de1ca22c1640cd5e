// Rooms as chips: those there are, and those that many homes have. A tap adds one, another takes it away.

import { Problem } from "../core/api.js";
import { el, icon } from "../core/dom.js";
import { byName } from "../core/format.js";
import { t } from "../core/text.js";
import { confirmed } from "./dialog.js";
import { form, nameField } from "./form.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

export function roomChips(context) {
  const { store, client, acting } = context;
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
      if (chip.room) await take(chip.room);
      else await add(name);
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    } finally {
      chip.isBusy = false;
    }
  }

  /** Throws what the gateway has against it. */
  async function add(name) {
    show(name.trim(), await addRoom(context, name));
  }

  async function take(room) {
    if (!await mayRemove(store, room)) return;
    await acting(() => client.ask("DELETE", `/rooms/${room.id}`));
    show(room.name, null);
    await store.read();
  }

  for (const room of store.home.rooms.slice().sort(byName)) show(room.name, room);
  for (const name of proposals) if (!chips.has(name.toLocaleLowerCase())) show(name, null);
  return { element, add };
}

/** A new room, unless there is one that a family could not tell from it. */
export async function addRoom({ store, client, acting }, name) {
  const same = (room) => room.name.localeCompare(name.trim(), undefined, { sensitivity: "accent" }) === 0;
  if (store.home.rooms.some(same)) throw new Problem(409, { field: "name", code: "taken", detail: t("rooms.taken") });
  const room = await acting(() => client.ask("POST", "/rooms", { name }));
  await store.readHome();
  return room;
}

/** Asks first where that would leave devices in no room. */
async function mayRemove(store, room) {
  const count = devicesIn(store, room);
  return !count || confirmed(t("rooms.remove", room), t("rooms.removeHelp", { count }), t("rooms.removeVerb"));
}

export const devicesIn = (store, { id }) => [...store.devices.values()].filter(({ room }) => room?.id === id).length;

/** A field for one more room, which stays where it is for the next. */
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
