// A person at a glance: who, what they may, and by what they are in.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { clientList } from "./clients.js";
import { invite } from "./invitation.js";
import { tokenList } from "./tokens.js";
import { rights } from "./words.js";

export function personCard(page, context, again) {
  const { person, isOwn } = page;
  const isService = person.role === "service";
  const heading = isOwn ? person.name : el("a", { href: address("people", person.id) }, person.name);
  return el("li.card.person", {},
    el("header.person-head", {}, icon(isService ? "chip" : "person"),
      el("h2.person-name", {}, heading), el("p.person-role.muted", {}, t(`people.role.${person.role}`))),
    el("p.person-rights", {}, rights(page, context.store).join(" ")),
    isService ? tokenList(page, context, again) : clientList(page, context, again, { isBrief: true }),
    !isOwn && !isService && el("div.actions", {},
      el("button.button", {
        type: "button", "aria-label": t("people.inviteFor", person),
        on: { click: () => invite(person, context, again) },
      }, icon("plus"), t("people.invite"))));
}
