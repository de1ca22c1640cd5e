// The form for an invitation: who, what they may do, for how long it is valid, and how its use is confirmed.

import { el, write } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { choices } from "../../parts/choices.js";
import { choice, field, form, nameField } from "../../parts/form.js";
import { hoursField, placesField } from "./grant-fields.js";
import { grantSentence } from "./grant-text.js";
import { sentInvitation } from "./sent-invitation.js";

const someoneNew = "";
const validities = [15, 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60, 14 * 24 * 60];

/** The choice without a template: the person who invites chooses permissions and hours. */
const own = { name: "own", role: "guest", permissions: [], windows: null };

/** `person` is an existing person; undefined to choose one, or a new one. `options` is the answer of
 *  `readGrantOptions`: a template fills in what the person who invites can change. */
export function inviteForm({ people, person, options, context }) {
  const { store, client, withStepUp } = context;
  const element = el("div.card");
  const templates = new Map([...options.templates, own].map((template) => [template.name, template]));
  const fields = fieldsOf({ people, person, store, templates, grantable: options.permissions });
  const words = el("p.grant-words", { role: "status" });
  const isNew = () => !person && fields.who.input.value === someoneNew;
  const chosen = () => templates.get(fields.template.input.value);
  /** A template without permissions is for a role that needs no grant. */
  const hasGrant = () => chosen() === own || Boolean(chosen()?.permissions.length);

  onlyWhile(isNew, fields.name);
  onlyWhile(hasGrant, fields.permissions, fields.places, fields.windows);
  const update = () => {
    for (const item of [fields.name, fields.permissions, fields.places, fields.windows]) item.update();
    write(words, hasGrant() ? sentence(fields, store) : "");
  };
  const fillIn = () => {
    if (!hasGrant()) return;
    fields.permissions.choose(chosen().permissions);
    fields.windows.choose(chosen().windows);
  };

  const { who, name: nameOfNew, template, permissions, places, windows, validMinutes, admission, wall } = fields;
  const grantFields = [who, nameOfNew, template, permissions, places, windows];
  const contents = form([...grantFields, words, validMinutes, admission, wall].filter(Boolean), {
    verb: t("invite.make"), cancel: () => { location.hash = address("people", person?.id); },
    submit: async (values) => {
      const body = bodyOf(values, {
        person, isNew: isNew(), hasGrant: hasGrant(), role: chosen()?.role, wallScope: options.permissions,
      });
      const sent = await withStepUp(() => client.request("POST", "/invitations", body), t("invite.title"));
      if (!sent) return;
      const name = isNew() ? values.name : people.find(({ id }) => id === sent.invitation.person)?.name;
      element.replaceChildren(sentInvitation(sent, { name, home: store.home.name }));
      element.querySelector("h2").focus();
    },
  });
  contents.addEventListener("change", (event) => {
    if (event.target.name?.startsWith("template")) fillIn();
    update();
  });
  contents.addEventListener("input", update);
  update();
  element.append(contents);
  return element;
}

function fieldsOf({ people, person, store, templates, grantable }) {
  const invitable = people.filter(({ role }) => role !== "service").sort(byName);
  const option = (name) => ({
    value: name, label: t(`invite.template.${name}`), help: t(`invite.template.${name}Help`),
  });
  return {
    who: person ? null : choice({
      name: "who", label: t("invite.who"), value: someoneNew,
      options: [[someoneNew, t("invite.someoneNew")], ...invitable.map(({ id, name }) => [id, name])],
    }),
    name: nameField({ name: "name", label: t("people.name") }),
    template: choices({
      name: "template", type: "radio", label: t("invite.template"), options: [...templates.keys()].map(option),
    }),
    permissions: choosable(choices({
      name: "permissions", label: t("invite.may"),
      options: grantable.map((value) => ({ value, label: t(`people.permission.${value}`) })),
    })),
    places: placesField({ store }),
    windows: hoursField({ timeZone: store.home.timeZone }),
    validMinutes: choice({
      name: "validMinutes", label: t("invite.validity"), value: String(24 * 60),
      options: validities.map((minutes) => [String(minutes), t(`invite.minutes.${minutes}`)]),
    }),
    admission: choices({
      name: "admission", type: "radio", label: t("invite.admission"), chosen: "approval",
      options: ["approval", "number"].map((value) => ({
        value, label: t(`invite.admission.${value}`), help: t(`invite.admission.${value}Help`),
      })),
    }),
    wall: field({
      name: "wall", label: t("people.wall"), help: t("people.wallHelp"), control: el("input", { type: "checkbox" }),
    }),
  };
}

/** Shows the fields only while `isShown()`, and checks them only then. */
function onlyWhile(isShown, ...fields) {
  for (const item of fields) {
    const { check } = item;
    item.check = (value) => (isShown() ? check?.(value) : null);
    item.update = () => { item.element.hidden = !isShown(); };
  }
}

/** Adds `choose(values)` to a field of checkboxes. */
function choosable(item) {
  return Object.assign(item, {
    choose(values) {
      for (const input of item.element.querySelectorAll("input")) input.checked = values.includes(input.value);
    },
  });
}

function sentence({ permissions: may, places, windows }, store) {
  const grant = { permissions: may.input.value, ...places.input.value, windows: windows.input.value, capabilities: [] };
  if (!grant.permissions.length) return t("people.chooseOne");
  if (!places.input.value) return t("where.choose");
  return grant.windows ? grantSentence(grant, store) : t("when.choose");
}

function bodyOf(values, { person, isNew, hasGrant, role, wallScope }) {
  return {
    ...(isNew ? { newPerson: { name: values.name, role } } : { person: person?.id ?? values.who }),
    validMinutes: Number(values.validMinutes), admission: values.admission,
    grants: hasGrant
      ? [{ permissions: values.permissions, ...values.places, windows: values.windows }] : undefined,
    scope: values.wall ? wallScope : undefined,
  };
}
