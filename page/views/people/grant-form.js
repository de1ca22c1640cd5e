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
import { hoursField, placesField } from "./grant-fields.js";
import { kindWords, grantAct, grantSentence } from "./grant-text.js";

const nothing = { permissions: [], rooms: [], devices: [], capabilities: [], windows: [], uses: 0 };
const bounds = ["notBefore", "notAfter", "maximumUses"];

/** `permissions` are those that a grant can add; `path` is `grants` or `denies`; `id` is the grant or deny to change,
 *  undefined for a new one. */
export function grantForm({ personData, permissions, path, id, context }) {
  const { person } = personData;
  const isDeny = path === "denies";
  const before = id ? personData[path].find((grant) => grant.id === id) : nothing;
  if (!before) {
    const back = el("a.button", { href: address("people", person.id) }, t("people.back"));
    return emptyState("people", t("people.grantGone"), "", back);
  }
  const label = t(isDeny ? "people.whatNot" : "people.what", person);
  const fields = fieldsOf(before, context.store, { label, grantable: permissions });
  const words = el("p.grant-words", { role: "status" });
  const values = () => Object.fromEntries(fields.map(({ name, input }) => [name, input.value]));
  const updateSentence = () => {
    const draft = drafted(values(), before);
    const missing = missingChoice(values());
    write(words, missing ?? `${person.name}: ${grantSentence(draft, context.store, { isDeny })}`);
  };
  // Replaces the entry in the history, so that "Back" does not open the finished form again.
  const leave = () => location.replace(address("people", person.id));
  const element = form([...fields, words], {
    verb: t(id ? "people.save" : isDeny ? "people.forbidVerb" : "people.allowVerb"),
    cancel: leave,
    submit: async (chosen) => {
      const draft = drafted(chosen, before);
      const send = () => (id
        ? context.client.request("PATCH", `/${path}/${id}`, changeOf(draft, before))
        : context.client.request("POST", `/${path}`, { person: person.id, ...draft, uses: undefined }));
      const title = { name: person.name, what: grantAct(draft, context.store) };
      const done = await context.withStepUp(send, t(isDeny ? "people.blockTitle" : "people.giveTitle", title));
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

function fieldsOf(grant, store, { label, grantable }) {
  const permissions = [...new Set([...grantable, ...grant.permissions])];
  return [
    choices({
      name: "permissions", label, chosen: grant.permissions,
      options: permissions.map((value) => ({ value, label: t(`people.permission.${value}`) })),
    }),
    placesField({
      store, rooms: grant.rooms, devices: grant.devices, chosen: grant.id && (isEverywhere(grant) ? "all" : "some"),
    }),
    picker({
      name: "capabilities", label: t("people.capabilities"), none: t("people.allKinds"), chosen: grant.capabilities,
      items: kindsOf(store),
    }),
    hoursField({
      timeZone: store.home.timeZone, windows: grant.windows,
      chosen: grant.id && (grant.windows.length ? "some" : "any"),
    }),
    ...["notBefore", "notAfter"].map((name) =>
      field({ name, label: t(`people.${name}`), type: "datetime-local", value: localTime(grant[name]) })),
    field({
      name: "maximumUses", label: t("people.maximumUses"), help: t("people.maximumUsesHelp"), type: "number",
      min: 1, max: 10_000, value: grant.maximumUses ?? "",
    }),
  ];
}

const isEverywhere = ({ rooms, devices }) => !rooms.length && !devices.length;

/** What is still to be chosen, as text; null when the grant is complete. */
function missingChoice({ permissions, places, windows }) {
  if (!permissions.length) return t("people.chooseOne");
  if (!places) return t("where.choose");
  return windows ? null : t("when.choose");
}

/** The kinds of capabilities that the devices of the home have. */
function kindsOf(store) {
  const names = new Set([...store.devices.values()].flatMap(({ parts }) => parts)
    .flatMap(({ capabilities }) => capabilities.map(({ name }) => name.split(".")[0])));
  return [...names].map((id) => ({ id, name: kindWords(id) })).sort(byName);
}

/** The values of the fields as the body of the request. A time that was not changed keeps its seconds. */
function drafted({ notBefore, notAfter, maximumUses, places, windows, ...chosen }, before) {
  const time = (text, old) => {
    if (!text) return undefined;
    return text === localTime(old) ? old : new Date(text).toISOString();
  };
  return {
    ...chosen, rooms: [], devices: [], ...places, windows: windows ?? [],
    notBefore: time(notBefore, before.notBefore), notAfter: time(notAfter, before.notAfter),
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
