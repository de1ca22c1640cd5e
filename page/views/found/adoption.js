// The dialog that adopts a discovered device: its name, its room, and the purposes of its parts.

import { ownPartName, purposeNames } from "../../home/device.js";
import { el } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { protocolName, nameOf } from "../../home/found.js";
import { t } from "../../core/text.js";
import { dialog } from "../../parts/dialog.js";
import { choice, form, nameField } from "../../parts/form.js";

const newRoomOption = "\n";

/** Shows the dialog and adopts the device. Resolves with the adopted device; null when the dialog was cancelled. */
export function adoptDialog({ store, client, withStepUp }, device) {
  return dialog(t("found.adoptTitle", { name: nameOf(device) }), (close) => {
    const name = nameField({ name: "name", label: t("found.nameLabel"), value: nameOf(device), required: true });
    const room = choice({ name: "room", label: t("found.room"), options: roomOptions(store), value: "" });
    const newRoom = newRoomField(room);
    const purposes = device.asksForPurpose.map((part) => purposeField(device, part));
    const dialect = device.dialects.length > 1 && choice({
      name: "dialect", label: t("found.dialect"), help: t("found.dialectHelp"), value: device.dialects[0],
      options: device.dialects.map((kind) => [kind, protocolName(kind)]),
    });
    const fold = dialect && el("details.details", {}, el("summary", {}, t("facts.details")), dialect.element);
    const submit = async (values) => {
      const path = `/discovered/${encodeURIComponent(device.id)}/adopt`;
      const adopted = await withStepUp(() => client.request("POST", path, bodyOf(values, device)));
      if (adopted) close(adopted);
    };
    return form([
      name, room, newRoom, ...purposes,
      purposes.length > 0 && el("p.help", {}, t("found.purposeWhy")),
      // The field lies inside the `details` element and is still one of the submitted fields.
      dialect && { ...dialect, element: fold },
    ].filter(Boolean), { verb: t("found.adopt"), cancel: () => close(null), submit });
  });
}

function roomOptions(store) {
  const rooms = (store.home?.rooms ?? []).slice().sort(byName).map((room) => [room.name, room.name]);
  return [["", t("found.noRoom")], ...rooms, [newRoomOption, t("found.newRoom")]];
}

/** The field for the name of a new room: shown and checked only while the option for a new room is chosen. */
function newRoomField(room) {
  const item = nameField({ name: "newRoom", label: t("found.newRoomLabel") });
  const isAsked = () => room.input.value === newRoomOption;
  item.element.hidden = true;
  room.input.addEventListener("change", () => {
    item.element.hidden = !isAsked();
    if (isAsked()) item.input.focus();
  });
  return { ...item, check: (text) => (isAsked() ? item.check(text) : null) };
}

function purposeField(device, part) {
  const suggested = device.suggestedPurposes[part];
  const isOne = device.asksForPurpose.length === 1;
  return choice({
    name: `purpose ${part}`, value: suggested ?? "",
    label: isOne ? t("found.purpose") : t("found.purposeOf", { part: device.partNames?.[part] ?? ownPartName(part, device.asksForPurpose) }),
    help: suggested && t("found.suggested"),
    options: [["", t("found.purposeLater")], ...purposeNames.map((name) => [name, t(`found.purpose.${name}`)])],
  });
}

function bodyOf(values, { asksForPurpose }) {
  const answers = asksForPurpose.map((part) => [part, values[`purpose ${part}`]]).filter(([, purpose]) => purpose);
  return {
    name: values.name, room: values.room === newRoomOption ? values.newRoom : values.room || undefined,
    purposes: Object.fromEntries(answers), dialect: values.dialect,
  };
}
