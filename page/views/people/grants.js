// The permissions of a person: their role, and a row with a sentence for each grant and deny.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { runAction } from "./run-action.js";
import { isExpired, grantSentence } from "./grant-text.js";

/** Whether a role has all permissions that a grant can add. */
const isFull = (role) => ["owner", "admin", "member"].includes(role);

export function grantList({ person, grants, denies }, context, refresh) {
  const rows = [...grants.map((grant) => row(grant, "grants")), ...denies.map((deny) => row(deny, "denies"))];
  const link = (form, words) =>
    el("a.button", { href: address("people", person.id, { form }) }, icon("plus"), t(words));

  function row(grant, path) {
    const isDeny = path === "denies";
    const words = grantSentence(grant, context.store, { isDeny });
    const takeBack = async () => {
      if (!await confirmed(t("people.takeBackTitle"), words, t("people.takeBack"))) return;
      await runAction(context, "DELETE", `/${path}/${grant.id}`,
        { title: `${t("people.takeBack")}: ${words}`, words: t("people.takenBack") });
      refresh();
    };
    return el(`li.client${isExpired(grant) ? ".is-over" : ""}`, {}, icon(isDeny ? "close" : "check"),
      el("div.client-words", {}, el("p", {}, words), isExpired(grant) && el("p.help", {}, t("people.isOver"))),
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
