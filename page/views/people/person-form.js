// The dialogs that add a person, rename one, and change a role.

import { go } from "../../core/router.js";
import { t } from "../../core/text.js";
import { choices } from "../../parts/choices.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { form, nameField } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { roles } from "./people-data.js";

export async function addPerson({ client, store, withStepUp }) {
  await dialog(t("people.add"), (close) => form([
    nameField({ name: "name", label: t("people.name") }), roleField(store, "member"),
  ], {
    verb: t("people.addVerb"), cancel: () => close(),
    submit: async (values) => {
      const person = await withStepUp(() => client.request("POST", "/people", values));
      if (!person) return;
      close();
      toast(t("people.added", person));
      go("people", person.id);
    },
  }));
}

export function renamePerson(person, context, refresh) {
  return change(t("people.rename"), [nameField({ name: "name", label: t("people.name"), value: person.name })],
    person, context, refresh);
}

export function changeRole(person, context, refresh) {
  return change(t("people.changeRole", person), [roleField(context.store, person.role)], person, context, refresh);
}

async function change(title, fields, person, { client, withStepUp }, refresh) {
  await dialog(title, (close) => form(fields, {
    verb: t("people.save"), cancel: () => close(),
    submit: async (values) => {
      const ask = (body) => withStepUp(() => client.request("PATCH", `/people/${person.id}`, body));
      let changed;
      try {
        changed = await ask(values);
      } catch (error) {
        // The change removes clients or a PIN; the gateway's text says which.
        if (error.code !== "confirmationNeeded") throw error;
        if (!await confirmed(title, error.detail, t("people.confirmRole"))) return;
        changed = await ask({ ...values, confirmed: true });
      }
      if (!changed) return;
      close();
      toast(t("people.changed", changed));
      refresh();
    },
  }));
}

/** The field for the role. Only an owner may choose the role of an owner. */
function roleField(store, chosen) {
  const isOwner = store.may("ownHome");
  const options = roles.filter((role) => isOwner || role !== "owner" || chosen === "owner").map((role) => ({
    value: role, label: t(`people.role.${role}`), help: t(`people.may.${role}`, { but: "" }),
  }));
  return choices({
    name: "role", type: "radio", label: t("people.role"), chosen, options,
    help: isOwner ? null : t("people.ownersOnly"),
  });
}
