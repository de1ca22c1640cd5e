// The form for a grant or a deny: permissions, places, times and number of uses. A sentence describes the present
// choice.

import { el, write } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { choices } from "../../parts/choices.js";
import { emptyState } from "../../parts/empty-state.js";
import { field, form } from "../../parts/form.js";
import { picker } from "./picker.js";
import { toast } from "../../parts/toast.js";
import { weekGrid } from "./week-grid.js";
import { kindWords, grantSentence } from "./grant-text.js";

const grantable = ["controlDevices", "viewEnvironment", "viewEnergy"];
const nothing = { permissions: ["controlDevices"], rooms: [], devices: [], capabilities: [], windows: [], uses: 0 };
const bounds = ["notBefore", "notAfter", "maximumUses"];

/** `path` is `grants` or `denies`; `id` is the grant or deny to change, undefined for a new one. */
export function grantForm({ personData, path, id, context }) {
  const { person } = personData;
  const isDeny = path === "denies";
  const before = id ? personData[path].find((grant) => grant.id === id) : nothing;
  if (!before) {
    const back = el("a.button", { href: address("people", person.id) }, t("people.back"));
    return emptyState("people", t("people.grantGone"), "", back);
  }
  const fields = fieldsOf(before, context.store, t(isDeny ? "people.whatNot" : "people.what", person));
  const words = el("p.grant-words", { role: "status" });
  const values = () => Object.fromEntries(fields.map(({ name, input }) => [name, input.value]));
  const updateSentence = () => {
    const draft = drafted(values(), before);
    const isSaid = draft.permissions.length > 0;
    write(words, isSaid ? `${person.name}: ${grantSentence(draft, context.store, { isDeny })}` : t("people.chooseOne"));
  };
  // Replaces the entry in the history, so that "Back" does not open the finished form again.
  const leave = () => location.replace(address("people", person.id));
  const element = form([...fields, words], {
    verb: t(id ? "people.save" : isDeny ? "people.forbidVerb" : "people.allowVerb"),
    cancel: leave,
    submit: async (chosen) => {
      const draft = drafted(chosen, before);
      const done = await context.withStepUp(() => (id
        ? context.client.request("PATCH", `/${path}/${id}`, changeOf(draft, before))
        : context.client.request("POST", `/${path}`, { person: person.id, ...draft, uses: undefined })));
      if (!done) return;
      toast(t("people.holdsAtOnce"));
      leave();
    },
  });
  element.classList.add("card", "grant-form");
  element.addEventListener("change", updateSentence);
  updateSentence();
  return element;
}

function fieldsOf(grant, store, label) {
  const permissions = [...new Set([...grantable, ...grant.permissions])];
  return [
    choices({
      name: "permissions", label, chosen: grant.permissions,
      options: permissions.map((value) => ({ value, label: t(`people.permission.${value}`) })),
    }),
    picker({
      name: "rooms", label: t("people.rooms"), none: t("people.noRooms"), chosen: grant.rooms,
      items: store.home.rooms.slice().sort(byName),
    }),
    picker({
      name: "devices", label: t("people.devices"), none: t("people.noDevices"), chosen: grant.devices,
      items: [...store.devices.values()].sort(byName).map(({ id, name, room }) => ({ id, name, note: room?.name })),
    }),
    picker({
      name: "capabilities", label: t("people.capabilities"), none: t("people.allKinds"), chosen: grant.capabilities,
      items: kindsOf(store),
    }),
    weekGrid({ name: "windows", label: t("people.hours"), windows: grant.windows, timeZone: store.home.timeZone }),
    ...["notBefore", "notAfter"].map((name) =>
      field({ name, label: t(`people.${name}`), type: "datetime-local", value: localTime(grant[name]) })),
    field({
      name: "maximumUses", label: t("people.maximumUses"), help: t("people.maximumUsesHelp"), type: "number",
      min: 1, max: 10_000, value: grant.maximumUses ?? "",
    }),
  ];
}

/** The kinds of capabilities that the devices of the home have. */
function kindsOf(store) {
  const names = new Set([...store.devices.values()].flatMap(({ parts }) => parts)
    .flatMap(({ capabilities }) => capabilities.map(({ name }) => name.split(".")[0])));
  return [...names].map((id) => ({ id, name: kindWords(id) })).sort(byName);
}

/** The values of the fields as the body of the request. A time that was not changed keeps its seconds. */
function drafted({ notBefore, notAfter, maximumUses, ...chosen }, before) {
  const time = (text, old) => {
    if (!text) return undefined;
    return text === localTime(old) ? old : new Date(text).toISOString();
  };
  return {
    ...chosen, notBefore: time(notBefore, before.notBefore), notAfter: time(notAfter, before.notAfter),
    maximumUses: maximumUses ? Number(maximumUses) : undefined, uses: before.uses,
  };
}

/** The body that changes a grant: bounds that were removed are listed in `without`. */
function changeOf({ uses, ...draft }, before) {
  const without = bounds.filter((bound) => before[bound] !== undefined && draft[bound] === undefined);
  return { ...draft, without: without.length ? without : undefined };
}

/** A time in the format of a `datetime-local` field: in the time zone of the browser, to the minute. */
function localTime(time) {
  if (!time) return "";
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
