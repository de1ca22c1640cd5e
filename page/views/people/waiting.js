// Who asked to come in and waits: the same signs on both screens, and then in or away.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { doing } from "./doing.js";

/** What `pairing` shows, and what there is to do; `again` is called when it was decided, `true` for in. */
export function pairingCard(pairing, name, context, again) {
  const decide = async (isIn) => {
    const path = `/pairings/${pairing.id}`;
    const isDone = isIn
      ? await doing(context, "POST", `${path}/approve`, t("people.approved", { client: pairing.clientName }))
      : await doing(context, "DELETE", path, t("people.turnedAway", { client: pairing.clientName }));
    if (isDone) again(isIn);
  };
  return el("div.waiting", {},
    el("p.waiting-who", {}, icon("key"), el("span", {}, t("people.asks", { client: pairing.clientName, name }))),
    el("p.thumbprint.waiting-print", {}, pairing.thumbprint),
    pairing.isApproved
      ? el("p.muted", {}, t("people.isApproved"))
      : [
        el("p", {}, t("people.compare")),
        el("div.actions", {},
          el("button.button", { type: "button", on: { click: () => decide(false) } }, t("people.turnAway")),
          el("button.button.primary", { type: "button", on: { click: () => decide(true) } }, t("people.approve"))),
      ]);
}
