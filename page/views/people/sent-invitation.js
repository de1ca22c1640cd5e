// What is sent to an invited person: the link, its QR code, and perhaps a number to say. It is shown once.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { groupedDigits } from "../../core/pairing-digits.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { copyable } from "../../parts/copy.js";
import { qr } from "../../parts/qr.js";

/** `sent` is the answer of the gateway; `name` that of the invited person. */
export function sentInvitation({ invitation, link, qr: rows, number }, { name, home }) {
  return el("div.invitation", {},
    el("h2", { tabindex: -1 }, t("invite.sendTo", { name })),
    el("p", {}, t("invite.sendHelp", { time: moment(invitation.expiresAt) })),
    copyable(t("people.link"), link), shareButton(link, home), qr(rows, t("people.qr")),
    number
      ? [el("p", {}, t("invite.sayNumber", { name })), el("p.invitation-code.numerals", {}, groupedDigits(number)),
        el("p.muted", {}, t("invite.numberHelp"))]
      : el("p.muted", {}, t("invite.approvalNext", { name })),
    el("div.actions", {}, el("a.button.primary", { href: address("people") }, t("invite.done"))));
}

/** Opens the share sheet of the system; nothing where there is none. */
function shareButton(url, home) {
  if (!navigator.share) return null;
  const share = () => navigator.share({ title: t("invite.shareTitle", { home }), url }).catch(() => {});
  return el("div.actions", {},
    el("button.button", { type: "button", on: { click: share } }, icon("link"), t("invite.share")));
}
