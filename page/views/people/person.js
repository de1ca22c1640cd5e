// One person: what they may, their phones and browsers, and everything that there is to change.

import { el, icon } from "../../core/dom.js";
import { address, go } from "../../core/router.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { clientList } from "./clients.js";
import { doing } from "./doing.js";
import { grantList } from "./grants.js";
import { invite } from "./invitation.js";
import { changeRole, renamePerson } from "./person-form.js";
import { tokenList } from "./tokens.js";
import { whySection } from "./why.js";

/** The sections of a page: `make` makes one anew when its `data` is other. */
export function personSections(page, context, { again, minute }) {
  const { person, clients, tokens, grants, denies } = page;
  const isService = person.role === "service";
  return [
    { id: "head", data: person, make: () => head(person, context, again) },
    { id: "rights", data: [person, grants, denies], make: () => grantList(page, context, again) },
    { id: "clients", data: [person, clients, tokens, minute], make: () => ways(page, isService, context, again) },
    { id: "why", data: [person, grants, denies], make: () => whySection(page, context) },
    { id: "more", data: person, make: () => more(person, isService, context, again) },
  ];
}

function ways(page, isService, context, again) {
  return el("section.card", { "aria-labelledby": "people-clients" },
    el("h2", { id: "people-clients" }, t(isService ? "people.tokens" : "people.clients")),
    isService ? tokenList(page, context, again) : [
      clientList(page, context, again),
      el("div.actions", {}, button("people.invite", () => invite(page.person, context, again), "plus")),
    ]);
}

function head(person, context, again) {
  return el("header.people-head", {},
    el("a.button.quiet.people-back", { href: address("people") }, icon("back"), t("nav.people")),
    el("div.people-title", {}, el("h1", {}, person.name), el("p.muted", {}, t(`people.role.${person.role}`))),
    el("div.actions", {},
      button("people.rename", () => renamePerson(person, context, again), "edit"),
      button("people.changeRoleVerb", () => changeRole(person, context, again), "people")));
}

function more(person, isService, context, again) {
  const isSelf = context.store.home.person?.id === person.id;
  const clearPIN = async () => {
    if (!await confirmed(t("people.clearPIN"), t("people.clearPINText", person), t("people.clearPINVerb"))) return;
    await doing(context, "DELETE", `/people/${person.id}/pin`, t("people.clearedPIN", person));
    again();
  };
  const allowPIN = async () => {
    await doing(context, "POST", `/people/${person.id}/pin/permission`, t("people.allowedPIN", person));
    again();
  };
  const remove = async () => {
    if (!await confirmed(t("people.removeWho", person), t("people.removeText", person), t("people.removeVerb"))) return;
    if (await doing(context, "DELETE", `/people/${person.id}`, t("people.removed", person))) go("people");
  };
  return el("section.card", { "aria-labelledby": "people-more" }, el("h2", { id: "people-more" }, t("people.more")),
    !isSelf && !isService && (person.hasPIN === false ? act("allowPIN", allowPIN) : act("clearPIN", clearPIN)),
    act("remove", remove, ".danger"));
}

function act(name, click, tone = "") {
  return el("div.person-act", {},
    el("div", {}, el("h3", {}, t(`people.${name}`)), el("p.help", {}, t(`people.${name}Help`))),
    el(`button.button${tone}`, { type: "button", on: { click } }, t(`people.${name}Verb`)));
}

const button = (words, click, picture) =>
  el("button.button", { type: "button", on: { click } }, icon(picture), t(words));
