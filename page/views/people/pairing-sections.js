// Two sections of the people view: clients that wait for approval, and open invitations and codes.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { reconcileList } from "../../parts/reconcile-list.js";
import { runAction } from "./run-action.js";
import { invitationRow, waitingInvitation } from "./invitation-list.js";
import { pairingCard } from "./pairing-card.js";

/** Each section is hidden while it is empty. `refresh` is called after a decision. */
export function pairingSections(context, { nameOf, refresh }) {
  const waitingList = el("ul.people-waiting");
  const invitedList = el("ul.people-waiting");
  const invitationList = el("ul.clients");
  const codeList = el("ul.clients");
  const waiting = el("section.card.people-door",
    { "aria-labelledby": "people-waiting", "aria-live": "polite", hidden: true },
    el("h2", { id: "people-waiting" }, t("people.waiting")), invitedList, waitingList);
  const invitations = el("section.card", { "aria-labelledby": "people-invitations", hidden: true },
    el("h2", { id: "people-invitations" }, t("people.invitations")), invitationList, codeList);

  const showWaiting = reconcileList(waitingList, (pairing) =>
    el("li", {}, pairingCard(pairing, nameOf(pairing.person), context, refresh)));
  const showInvited = reconcileList(invitedList, (invitation) =>
    el("li", {}, waitingInvitation(invitation, nameOf(invitation.person), context, refresh)));
  const showInvitations = reconcileList(invitationList, (invitation) =>
    invitationRow(invitation, nameOf(invitation.person), context, refresh));
  const showCodes = reconcileList(codeList, (invitation) => {
    const name = nameOf(invitation.person);
    const withdraw = async () => {
      await runAction(context, "DELETE", `/pairing-codes/${invitation.id}`,
        { title: t("people.withdrawFor", { name }), words: t("people.withdrawn") });
      refresh();
    };
    return el("li.client", {}, icon("clock"),
      el("div.client-words", {}, el("p", {}, t("people.invitedFor", { name })),
        el("p.help", {}, [t("people.openUntil", { time: moment(invitation.expiresAt) }),
          invitation.scope && t("people.isNarrow")].filter(Boolean).join(" · "))),
      el("button.button.compact", {
        type: "button", "aria-label": t("people.withdrawFor", { name }), on: { click: withdraw },
      }, t("people.withdraw")));
  });

  return {
    waiting, invitations,
    show({ pairings, codes, invitations: all }) {
      const isWaiting = ({ state }) => state === "waiting";
      const [invited, open] = [all.filter(isWaiting), all.filter((invitation) => !isWaiting(invitation))];
      waiting.hidden = !pairings.length && !invited.length;
      invitations.hidden = !open.length && !codes.length;
      showInvited(invited);
      showWaiting(pairings);
      showInvitations(open);
      showCodes(codes);
    },
  };
}
