// The card of a person: name, role, permissions, and their clients or tokens.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { clientList } from "./clients.js";
import { tokenList } from "./tokens.js";
import { rightsSentences } from "./grant-text.js";

export function personCard(personData, context, refresh) {
  const { person, isOwn } = personData;
  const isService = person.role === "service";
  const heading = isOwn ? person.name : el("a", { href: address("people", person.id) }, person.name);
  return el("li.card.person", {},
    el("header.person-head", {}, icon(isService ? "chip" : "person"),
      el("h2.person-name", {}, heading), el("p.person-role.muted", {}, t(`people.role.${person.role}`))),
    el("p.person-rights", {}, rightsSentences(personData, context.store).join(" ")),
    isService ? tokenList(personData, context, refresh) : clientList(personData, context, refresh, { isBrief: true }),
    !isOwn && !isService && el("div.actions", {},
      el("a.button", {
        href: address("people", person.id, { form: "invite" }), "aria-label": t("invite.titleFor", person),
      }, icon("plus"), t("invite.verb"))));
}
