// The sections of the view of one person: permissions, clients, and actions.

import { el, icon } from "../../core/dom.js";
import { address, go } from "../../core/router.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { erasePerson } from "../../parts/erasure.js";
import { exportDialog } from "../../parts/export-dialog.js";
import { clientList } from "./clients.js";
import { runAction } from "./run-action.js";
import { grantList } from "./grants.js";
import { changeRole, renamePerson } from "./person-form.js";
import { tokenList } from "./tokens.js";
import { whySection } from "./why.js";

/** The sections as items for `reconcileList`: `make` builds a section again when its `data` has changed. */
export function personSections(personData, context, { refresh, minute }) {
  const { person, clients, tokens, grants, denies } = personData;
  const isService = person.role === "service";
  return [
    { id: "head", data: person, make: () => head(person, context, refresh) },
    { id: "rights", data: [person, grants, denies], make: () => grantList(personData, context, refresh) },
    {
      id: "clients", data: [person, clients, tokens, minute],
      make: () => clientSection(personData, isService, context, refresh),
    },
    { id: "why", data: [person, grants, denies], make: () => whySection(personData, context) },
    isManaged(person, context) && { id: "more", data: person, make: () => more(person, isService, context, refresh) },
  ].filter(Boolean);
}

function clientSection(personData, isService, context, refresh) {
  return el("section.card", { "aria-labelledby": "people-clients" },
    el("h2", { id: "people-clients" }, t(isService ? "people.tokens" : "people.clients")),
    isService ? tokenList(personData, context, refresh) : [
      clientList(personData, context, refresh),
      isManaged(personData.person, context) && el("div.actions", {},
        el("a.button", { href: address("people", personData.person.id, { form: "invite" }) }, icon("plus"),
          t("invite.verb"))),
    ]);
}

function head(person, context, refresh) {
  return el("header.people-head", {},
    el("a.button.quiet.people-back", { href: address("people") }, icon("back"), t("nav.people")),
    el("div.people-title", {}, el("h1", {}, person.name), el("p.muted", {}, t(`people.role.${person.role}`))),
    isManaged(person, context) && el("div.actions", {},
      button("people.rename", () => renamePerson(person, context, refresh), "edit"),
      button("people.changeRoleVerb", () => changeRole(person, context, refresh), "people")));
}

function more(person, isService, context, refresh) {
  const isSelf = context.store.home.person?.id === person.id;
  const clearPIN = async () => {
    if (!await confirmed(t("people.clearPIN"), t("people.clearPINText", person), t("people.clearPINVerb"))) return;
    await runAction(context, "DELETE", `/people/${person.id}/pin`,
      { title: t("people.clearPIN"), words: t("people.clearedPIN", person) });
    refresh();
  };
  const allowPIN = async () => {
    await runAction(context, "POST", `/people/${person.id}/pin/permission`,
      { title: t("people.allowPINTitle", person), words: t("people.allowedPIN", person) });
    refresh();
  };
  const remove = async () => {
    if (!await confirmed(t("people.removeWho", person), t("people.removeText", person), t("people.removeVerb"))) return;
    const said = { title: t("people.removeWho", person), words: t("people.removed", person) };
    if (await runAction(context, "DELETE", `/people/${person.id}`, said)) go("people");
  };
  const erase = async () => { if (await erasePerson(person, context)) go("people"); };
  // A child too needs a PIN to export their own data.
  const pinAct = () => (person.hasPIN ? act("clearPIN", clearPIN) : act("allowPIN", allowPIN));
  return el("section.card", { "aria-labelledby": "people-more" }, el("h2", { id: "people-more" }, t("people.more")),
    !isSelf && !isService && pinAct(),
    (isSelf || context.store.may("exportData")) && act("exportData", () => exportDialog(context, person)),
    act("remove", remove, ".risky"),
    // People erase themselves in their settings.
    !isSelf && act("erase", erase, ".risky"));
}

/** Whether the gateway accepts changes of the person: only owners manage owners. */
const isManaged = ({ role }, { store }) => role !== "owner" || store.may("ownHome");

function act(name, click, tone = "") {
  return el("div.person-act", {},
    el("div", {}, el("h3", {}, t(`people.${name}`)), el("p.help", {}, t(`people.${name}Help`))),
    el(`button.button${tone}`, { type: "button", on: { click } }, t(`people.${name}Verb`)));
}

const button = (words, click, picture) =>
  el("button.button", { type: "button", on: { click } }, icon(picture), t(words));
