// Someone new, another name, another role.

import { go } from "../../core/router.js";
import { t } from "../../core/text.js";
import { choices } from "../../parts/choices.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { form, nameField } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { roles } from "./book.js";

export async function addPerson({ client, store, acting }) {
  await dialog(t("people.add"), (close) => form([
    nameField({ name: "name", label: t("people.name") }), roleField(store, "member"),
  ], {
    verb: t("people.addVerb"), cancel: () => close(),
    submit: async (values) => {
      const person = await acting(() => client.ask("POST", "/people", values));
      if (!person) return;
      close();
      toast(t("people.added", person));
      go("people", person.id);
    },
  }));
}

export function renamePerson(person, context, again) {
  return change(t("people.rename"), [nameField({ name: "name", label: t("people.name"), value: person.name })],
    person, context, again);
}

export function changeRole(person, context, again) {
  return change(t("people.changeRole", person), [roleField(context.store, person.role)], person, context, again);
}

async function change(title, fields, person, { client, acting }, again) {
  await dialog(title, (close) => form(fields, {
    verb: t("people.save"), cancel: () => close(),
    submit: async (values) => {
      const ask = (body) => acting(() => client.ask("PATCH", `/people/${person.id}`, body));
      let changed;
      try {
        changed = await ask(values);
      } catch (error) {
        // Clients or a PIN go with it; the gateway says which.
        if (error.code !== "confirmationNeeded") throw error;
        if (!await confirmed(title, error.detail, t("people.confirmRole"))) return;
        changed = await ask({ ...values, confirmed: true });
      }
      if (!changed) return;
      close();
      toast(t("people.changed", changed));
      again();
    },
  }));
}

/** Only owners make owners. */
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
