// A card for a pairing that waits for approval: its thumbprint, to compare with the one on the other screen.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { runAction } from "./run-action.js";

/** `refresh(isApproved)` is called after the decision. */
export function pairingCard(pairing, name, context, refresh) {
  const decide = async (isIn) => {
    const path = `/pairings/${pairing.id}`;
    const client = pairing.clientName;
    const isDone = isIn
      ? await runAction(context, "POST", `${path}/approve`,
        { title: t("people.approveTitle", { client, name }), words: t("people.approved", { client }) })
      : await runAction(context, "DELETE", path,
        { title: t("people.turnAwayTitle", { client }), words: t("people.turnedAway", { client }) });
    if (isDone) refresh(isIn);
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
