// The fields of a grant that say where and when it applies. Nothing is chosen at first, and everything is a choice of
// its own, so that an empty field never means the whole home or any time.

import { el } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { t } from "../../core/text.js";
import { group } from "../../parts/group.js";
import { picker } from "./picker.js";
import { weekGrid } from "./week-grid.js";

let count = 0;

/** Where: the whole home, or chosen rooms and devices. The value is `{ rooms, devices }`; null until it is chosen. */
export function placesField({ store, label = t("where.label"), rooms = [], devices = [], chosen = null }) {
  const roomPicker = picker({
    name: "rooms", label: t("people.rooms"), none: t("where.none"), chosen: rooms,
    items: store.home.rooms.slice().sort(byName),
  });
  const devicePicker = picker({
    name: "devices", label: t("people.devices"), none: t("where.none"), chosen: devices,
    items: [...store.devices.values()].sort(byName).map(({ id, name, room }) => ({ id, name, note: room?.name })),
  });
  const some = el("div.grant-some", {}, roomPicker.element, devicePicker.element);
  const choice = twoChoices([["some", t("where.some")], ["all", t("where.all")]], chosen, some);
  const value = () => {
    if (choice.value === "all") return { rooms: [], devices: [] };
    const places = { rooms: roomPicker.input.value, devices: devicePicker.input.value };
    return choice.value === "some" && places.rooms.length + places.devices.length ? places : null;
  };
  const check = (places) => (places ? null : t("where.choose"));
  return group({ name: "places", label, contents: choice.contents, value, check });
}

/** When: any time, or hours of the week. The value is a list of windows; null until it is chosen. */
export function hoursField({ timeZone, windows = [], chosen = null }) {
  let week;
  const holder = el("div.grant-some");
  const setWindows = (texts) => {
    week = weekGrid({ name: "windows", label: t("people.hours"), windows: texts, timeZone });
    holder.replaceChildren(week.element);
  };
  setWindows(windows);
  const choice = twoChoices([["some", t("when.some")], ["any", t("when.any")]], chosen, holder);
  const value = () => {
    if (choice.value === "any") return [];
    return choice.value === "some" && week.input.value.length ? week.input.value : null;
  };
  const check = (found) => {
    if (!found) return t("when.choose");
    return choice.value === "some" ? week.check() : null;
  };
  /** Fills the field in, as a template does; null leaves it to be chosen. */
  const choose = (wanted) => {
    setWindows(wanted ?? []);
    choice.choose(wanted?.length ? "some" : wanted && "any");
  };
  return { ...group({ name: "windows", label: t("when.label"), contents: choice.contents, value, check }), choose };
}

/** Two radio buttons, of which the first shows `details`. None is chosen when `chosen` is null. */
function twoChoices(options, chosen, details) {
  const name = `grant-choice-${count += 1}`;
  const inputs = options.map(([value]) => el("input", { type: "radio", name, value, checked: value === chosen }));
  const choice = {
    get value() { return inputs.find(({ checked }) => checked)?.value ?? null; },
    choose(wanted) {
      for (const input of inputs) input.checked = input.value === wanted;
      update();
    },
  };
  const update = () => { details.hidden = choice.value !== options[0][0]; };
  choice.contents = el("div.choices", { on: { change: update } },
    options.map(([, label], index) => el("label.choice-label", {}, inputs[index], el("span", {}, label))), details);
  update();
  return choice;
}
