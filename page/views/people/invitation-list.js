// The open invitations: what is in them, until when, and the button to revoke them. A client that waits shows digits.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { groupedDigits } from "../../core/pairing-digits.js";
import { t } from "../../core/text.js";
import { grantSentence } from "./grant-text.js";
import { runAction } from "./run-action.js";

/** A row for an invitation that no client waits to use. */
export function invitationRow(invitation, name, context, refresh) {
  const revoke = async () => {
    await runAction(context, "DELETE", `/invitations/${invitation.id}`,
      { title: t("invite.revokeFor", { name }), words: t("people.withdrawn") });
    refresh();
  };
  const isEnded = invitation.state === "ended";
  return el("li.client", {}, icon(isEnded ? "warning" : "clock"),
    el("div.client-words", {}, el("p", {}, t("people.invitedFor", { name })),
      invitation.grants.map((grant) => el("p.help", {}, grantSentence(completed(grant), context.store))),
      el("p.help", {}, stateWords(invitation))),
    el("button.button.compact", {
      type: "button", on: { click: revoke },
      "aria-label": t(isEnded ? "invite.dismissFor" : "invite.revokeFor", { name }),
    }, t(isEnded ? "invite.dismiss" : "invite.revoke")));
}

function stateWords({ state, endedBy, admission, expiresAt, scope, waitsForClock }) {
  if (state === "ended") return t(`invite.ended.${endedBy}`);
  return [
    t("people.openUntil", { time: moment(expiresAt) }),
    waitsForClock ? t("invite.waitsForClock") : t(state === "open" ? `invite.open.${admission}` : `invite.${state}`),
    scope && t("people.isNarrow"),
  ].filter(Boolean).join(" · ");
}

/** The grant of an invitation with the lists that a grant of the home always has. */
const completed = (grant) => ({ rooms: [], devices: [], capabilities: [], windows: [], ...grant });

/** A card for a client that waits: the six digits, to compare with those on the other screen. */
export function waitingInvitation(invitation, name, context, refresh) {
  const { id, digits, clientName: client } = invitation;
  const approve = async () => {
    await runAction(context, "POST", `/invitations/${id}/approve`,
      { title: t("people.approveTitle", { client, name }), words: t("people.approved", { client }), content: { digits } });
    refresh();
  };
  const refuse = async () => {
    await runAction(context, "DELETE", `/invitations/${id}`,
      { title: t("people.turnAwayTitle", { client }), words: t("people.turnedAway", { client }) });
    refresh();
  };
  return el("div.waiting", {},
    el("p.waiting-who", {}, icon("key"), el("span", {}, t("people.asks", { client, name }))),
    el("p.thumbprint.waiting-print.numerals", {}, groupedDigits(digits)),
    el("p", {}, t("invite.compareHelp")),
    el("div.actions", {},
      el("button.button", { type: "button", on: { click: refuse } }, t("invite.different")),
      el("button.button.primary", { type: "button", on: { click: approve } }, t("invite.same"))));
}
