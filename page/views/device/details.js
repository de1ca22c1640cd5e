// The details of a device, and the actions for people who may change or remove it.

import { ownNameOf, purposeNames } from "../../home/device.js";
import { el, icon, write } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { go } from "../../core/router.js";
import { capitalised, tOrNull, t } from "../../core/text.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { choice, form, nameField } from "../../parts/form.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

const noRoom = "";
const newRoom = "+";

/** Returns `{ element, update() }`. */
export function deviceDetails(context, device) {
  const { session, store } = context;
  const availability = el("span");
  const update = () => write(availability, availabilityText(store.devices.get(device.id) ?? device));
  update();
  const rows = [
    ["room", device.room?.name ?? t("home.noRoom")], ["availability", availability],
    ...device.parts.filter(hasPurpose).map((part) => [null, purposeText(part), purposeLabel(part, device)]),
    ["manufacturer", device.manufacturer], ["model", device.model && (tOrNull(`device.model.${device.model}`) ?? device.model)],
    ["link", tOrNull(`device.link.${device.link}`) ?? device.link], ["id", device.id],
  ].filter(([, value]) => value);
  const mayChange = store.may("modifySettings");
  const element = el("section.device-details", { "aria-labelledby": "details-title" },
    el("h2", { id: "details-title" }, t("device.details")),
    el("dl.device-facts", {}, rows.map(([key, value, label]) => el("div.device-fact", {},
      el("dt", {}, label ?? t(`device.${key}`)), el(key === "id" ? "dd.device-fact-id" : "dd", {}, value)))),
    device.others?.length > 0 && el("div.others", {},
      el("h3", {}, t("device.others")), el("ul", {}, device.others.map((other) => el("li.muted", {}, other)))),
    el("div.actions.device-acts", {},
      mayChange && act("edit", "device.rename", () => rename(context, device)),
      mayChange && !session.isWall && device.parts.some(hasPurpose) &&
        act("plug", "device.purposes", () => changePurposes(context, device)),
      store.may("addDevices") && act("trash", "device.remove", () => remove(context, device))));
  return { element, update };
}

const act = (picture, words, click) => el("button.button", { type: "button", on: { click } }, icon(picture), t(words));

export const availabilityText = ({ availability }) => t(`device.availability.${availability}`);

const hasPurpose = (part) => part.purpose !== undefined || part.asksForPurpose;

function purposeText({ purpose, asksForPurpose }) {
  if (!purpose) return t("device.noPurpose");
  const name = capitalised(tOrNull(`purpose.${purpose}`) ?? purpose);
  return asksForPurpose ? t("device.purposeAgain", { purpose: name }) : name;
}

function purposeLabel(part, device) {
  const several = device.parts.filter(hasPurpose).length > 1;
  if (!several) return t("device.purpose");
  return t("device.purposeOf", { part: capitalised(ownNameOf(part, device)) });
}

/** Asks for a new name and room; a new room is created. */
async function rename({ withStepUp, client, store }, device) {
  const rooms = (store.home?.rooms ?? []).toSorted(byName);
  await dialog(t("device.rename"), (close) => {
    const name = nameField({ name: "name", label: t("device.name"), value: device.name });
    const room = choice({
      name: "room", label: t("device.room"), value: device.room?.name ?? noRoom,
      options: [...(device.room ? [] : [[noRoom, t("home.noRoom")]]), ...rooms.map((one) => [one.name, one.name]),
        [newRoom, t("device.newRoom")]],
    });
    const other = nameField({ name: "other", label: t("device.newRoomName") });
    const show = () => {
      other.element.hidden = room.input.value !== newRoom;
      if (other.element.hidden) other.showMistake(null);
    };
    // A hidden field is not checked.
    const { check } = other;
    other.check = (text) => (other.element.hidden ? null : check(text));
    room.input.addEventListener("change", show);
    show();
    return form([name, room, other], {
      verb: t("device.save"), cancel: () => close(null),
      submit: async (values) => {
        const to = values.room === newRoom ? values.other : values.room;
        const change = {
          name: values.name === device.name ? undefined : values.name,
          room: to === noRoom || to === device.room?.name ? undefined : to,
        };
        if (await withStepUp(() => client.request("PATCH", `/devices/${device.id}`, change)) === undefined) return;
        close(true);
        store.read().catch(() => {});
      },
    });
  });
}

/** Asks for the purposes of the parts: they decide whether a command of a part needs a PIN. */
async function changePurposes({ withStepUp, client, store }, device) {
  await dialog(t("device.purposes"), (close) => {
    const words = purposeNames.map((name) => [name, t(`found.purpose.${name}`)]);
    const fields = device.parts.filter(hasPurpose).map((part) => choice({
      name: part.id, label: purposeLabel(part, device), value: part.asksForPurpose ? "" : part.purpose,
      options: part.asksForPurpose ? [["", purposeText(part)], ...words] : words,
    }));
    return form([el("p.muted", {}, t("device.purposesHelp")), ...fields], {
      verb: t("device.save"), cancel: () => close(null),
      submit: async (values) => {
        const purposes = Object.fromEntries(Object.entries(values).filter(([, purpose]) => purpose));
        const change = () => client.request("PATCH", `/devices/${device.id}`, { purposes });
        if (await withStepUp(change, t("device.purposes")) === undefined) return;
        close(true);
        store.read().catch(() => {});
      },
    });
  });
}

async function remove({ withStepUp, client, store }, device) {
  const title = t("device.removeTitle", { name: device.name });
  const help = t(device.link === "homeKit" ? "device.removeHelpPaired" : "device.removeHelp");
  if (!await confirmed(title, help, t("device.remove"))) return;
  try {
    // The response has no content: null means done, undefined that the person gave no PIN.
    if (await withStepUp(() => client.request("DELETE", `/devices/${device.id}`), title) === undefined) return;
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return;
  }
  toast(t("device.removed", { name: device.name }));
  store.read().catch(() => {});
  go("home");
}
