// What happens at the door: who waits to be let in, and which invitations are open.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { keyed } from "../../parts/keyed.js";
import { doing } from "./doing.js";
import { pairingCard } from "./waiting.js";

/** Two sections, each hidden while it has nothing; `again` is called when something was decided. */
export function door(context, { nameOf, again }) {
  const waitingList = el("ul.people-waiting");
  const invitationList = el("ul.clients");
  const waiting = el("section.card.people-door",
    { "aria-labelledby": "people-waiting", "aria-live": "polite", hidden: true },
    el("h2", { id: "people-waiting" }, t("people.waiting")), waitingList);
  const invitations = el("section.card", { "aria-labelledby": "people-invitations", hidden: true },
    el("h2", { id: "people-invitations" }, t("people.invitations")), invitationList);

  const showWaiting = keyed(waitingList, (pairing) =>
    el("li", {}, pairingCard(pairing, nameOf(pairing.person), context, again)));
  const showInvitations = keyed(invitationList, (invitation) => {
    const name = nameOf(invitation.person);
    const withdraw = async () => {
      await doing(context, "DELETE", `/pairing-codes/${invitation.id}`, t("people.withdrawn"));
      again();
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
    show(found) {
      waiting.hidden = !found.pairings.length;
      invitations.hidden = !found.invitations.length;
      showWaiting(found.pairings);
      showInvitations(found.invitations);
    },
  };
}
