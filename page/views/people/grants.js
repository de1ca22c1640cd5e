// What somebody may beyond their role, and what they may not in spite of it: one row each, in words.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { doing } from "./doing.js";
import { isOver, sentence } from "./words.js";

/** Roles that leave nothing for a grant to add. */
const isFull = (role) => ["owner", "admin", "member"].includes(role);

export function grantList({ person, grants, denies }, context, again) {
  const rows = [...grants.map((grant) => row(grant, "grants")), ...denies.map((deny) => row(deny, "denies"))];
  const link = (form, words) =>
    el("a.button", { href: address("people", person.id, { form }) }, icon("plus"), t(words));

  function row(grant, path) {
    const isDeny = path === "denies";
    const words = sentence(grant, context.store, { isDeny });
    const takeBack = async () => {
      if (!await confirmed(t("people.takeBackTitle"), words, t("people.takeBack"))) return;
      await doing(context, "DELETE", `/${path}/${grant.id}`, t("people.takenBack"));
      again();
    };
    return el(`li.client${isOver(grant) ? ".is-over" : ""}`, {}, icon(isDeny ? "close" : "check"),
      el("div.client-words", {}, el("p", {}, words), isOver(grant) && el("p.help", {}, t("people.isOver"))),
      el("a.client-button", {
        href: address("people", person.id, { form: path, id: grant.id }), "aria-label": `${t("people.edit")}: ${words}`,
      }, icon("edit")),
      el("button.client-button", {
        type: "button", "aria-label": `${t("people.takeBack")}: ${words}`, on: { click: takeBack },
      }, icon("trash")));
  }

  return el("section.card", { "aria-labelledby": "people-rights" },
    el("h2", { id: "people-rights" }, t("people.rights")),
    el("p", {}, t(`people.may.${person.role}`, { but: "" })),
    rows.length > 0 && el("ul.clients", {}, rows),
    el("div.actions", {},
      !isFull(person.role) && link("grants", "people.allow"), link("denies", "people.forbid")));
}
