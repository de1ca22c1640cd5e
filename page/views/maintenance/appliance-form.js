// The form of a new appliance, or of one that is changed.

import { el, icon } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { address, go } from "../../core/router.js";
import { t } from "../../core/text.js";
import { displayName } from "../../home/device.js";
import { distinctNames } from "../../home/distinct-names.js";
import { choice, field, form, nameField } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { given, maintenanceProblem, moneyFields, moneyOfForm } from "./money-fields.js";

export async function openForm(context, id) {
  const known = id ? await context.client.request("GET", `/appliances/${encodeURIComponent(id)}`) : null;
  const title = known ? t("maintenance.editTitle", known) : t("maintenance.addTitle");
  return {
    title,
    element: el("section.maintenance", {},
      el("header.appliance-head", {},
        el("a.button.quiet.appliance-back", { href: address("maintenance", id) },
          icon("back"), known?.name ?? t("nav.maintenance")),
        el("h1", {}, title)),
      applianceForm(context, known)),
  };
}

function applianceForm({ client, store }, known) {
  const back = () => go("maintenance", known?.id);
  const { first, more } = fields(store, known);
  const element = form([...first, ...more], {
    verb: t("maintenance.save"), cancel: back, textOf: maintenanceProblem,
    submit: async (values) => {
      const content = contentOf(store, values);
      try {
        const saved = known
          ? await client.request("PUT", `/appliances/${known.id}`, content, { headers: { "If-Match": `"${known.revision}"` } })
          : await client.request("POST", "/appliances", content);
        toast(t("maintenance.saved", saved));
        go("maintenance", saved.id);
      } catch (error) {
        if (more.some(({ name }) => name === error.field)) fold.open = true;
        throw error;
      }
    },
  });
  const fold = foldOf(more, { isOpen: Boolean(known) });
  first.at(-1).element.after(fold);
  // Before the form looks for a mistake: a field that is folded away cannot have the focus.
  element.addEventListener("submit", () => {
    if (more.some(({ check, input }) => check?.(input.value))) fold.open = true;
  }, { capture: true });
  return element;
}

/** What few people write down at once. */
const foldOf = (items, { isOpen }) => el("details.fold", { open: isOpen || null },
  el("summary", {}, t("maintenance.more")), el("div.form", {}, items.map(({ element }) => element)));

/** The fields that are shown at once, and the others. */
function fields(store, known) {
  const text = (name, more) => field({
    name, label: t(`maintenance.${name}`), value: known?.[name] ?? "", maxlength: 100, autocomplete: "off", ...more,
  });
  const date = (name, more) => text(name, { type: "date", min: "1970-01-01", max: "9999-12-31", maxlength: 10, ...more });
  const rooms = (store.home.rooms ?? []).toSorted(byName).map(({ id, name }) => [id, name]);
  const first = [
    nameField({ name: "name", label: t("maintenance.name"), value: known?.name ?? "", autofocus: !known }),
    choice({
      name: "room", label: t("maintenance.room"), value: known?.room?.id ?? "", options: [["", t("home.noRoom")], ...rooms],
    }),
    text("maker"), text("model"),
    choice({
      name: "device", label: t("maintenance.device"), help: t("maintenance.deviceHelp"),
      value: partKey(known ?? {}), options: [["", t("maintenance.noDevice")], ...deviceOptions(store, known)],
    }),
  ];
  const more = [
    text("serialNumber", { help: t("maintenance.serialNumberHelp"), spellcheck: "false" }),
    date("boughtOn"), text("boughtFrom", { maxlength: 200 }),
    ...moneyFields(store, { name: "price", label: t("maintenance.price"), money: known?.price }),
    date("warrantyEnds", { help: t("maintenance.warrantyHelp") }),
    text("manual", {
      type: "url", maxlength: 2000, help: t("maintenance.manualHelp"), spellcheck: "false",
      check: (typed) => (!typed.trim() || /^https?:\/\/[^\s@]+$/i.test(webAddress(typed)) ? null : t("maintenance.problem.manual")),
    }),
    field({
      name: "note", label: t("maintenance.note"), help: t("maintenance.noteHelp"),
      control: el("textarea.input", { rows: 4, maxlength: 2000, value: known?.note ?? "" }),
    }),
  ];
  return { first, more };
}

/** The address with https:// where a person left that out: "miele.se/manual". */
function webAddress(typed) {
  const address = typed.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(address) ? `https://${address}` : address;
}

const partKey = ({ device, part }) => [device, part].filter(Boolean).join("/");

/** Every device, and the parts with a name of their own; devices with the same name have their room. */
function deviceOptions(store, known) {
  const own = known?.device ? [[partKey(known), known.deviceName ?? known.device]] : [];
  const names = distinctNames(store.devices.values());
  const all = [...store.devices.values()].toSorted(byName).flatMap((device) => [
    [device.id, names.get(device.id)],
    ...partOptions(device, names.get(device.id), own[0]?.[0]),
  ]);
  return all.some(([key]) => key === own[0]?.[0]) ? all : [...own, ...all];
}

/** The parts of a device called `name`. One that is called as the device would be there twice, so it is left out unless it
 *  is the `present` choice. */
function partOptions(device, name, present) {
  const { parts } = device;
  return parts.filter((part) => parts.length > 1
    && (displayName(device, part) !== device.name || `${device.id}/${part.id}` === present))
    .map((part) => [`${device.id}/${part.id}`, displayName({ ...device, name }, part, parts)]);
}

function contentOf(store, values) {
  const [device, part] = values.device.split("/");
  return {
    name: values.name, room: given(values.room), maker: given(values.maker), model: given(values.model),
    serialNumber: given(values.serialNumber), boughtOn: given(values.boughtOn), boughtFrom: given(values.boughtFrom),
    price: moneyOfForm(store, values, "price"), warrantyEnds: given(values.warrantyEnds), manual: given(webAddress(values.manual)),
    device: given(device), part, note: given(values.note),
  };
}
