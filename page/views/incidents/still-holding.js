// What still holds of the steps against an incident, with the view in which a person ends it.

import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { list, t } from "../../core/text.js";
import { ownedTarget } from "./incident-text.js";

/** `[{ text, href, verb, isLockdown }]`; a lockdown is ended at once, by people who may. `overlap` is that of new keys with the
 *  old ones, if there is one. */
export function stillHolding({ acts }, { store, names, overlap }) {
  const done = acts.filter(({ isDone, signedOut }) => isDone && signedOut !== 0);
  const targets = (...steps) => [...new Set(done.filter(({ containment }) => steps.includes(containment))
    .map((act) => ownedTarget(act, names)).filter(Boolean))];
  const people = address("people");
  const signedOut = targets("revokeClient", "endSessionsOfPerson");
  const devices = targets("revokeDevice");
  return [
    store.home?.isLockedDown && { text: t("incident.holds.lockdown"), isLockdown: true, verb: t("incident.holds.end") },
    done.some(({ containment }) => containment === "endAllSessions")
      && { text: t("incident.holds.everyone"), href: people, verb: t("incident.holds.invite") },
    signedOut.length > 0
      && { text: t("incident.holds.signedOut", { names: list(signedOut) }), href: people, verb: t("incident.holds.invite") },
    devices.length > 0 && {
      text: t("incident.holds.devices", { names: list(devices) }), href: address("settings", "devices"),
      verb: t("incident.holds.setUp"),
    },
    overlap && { text: t("incident.keys.overlap", { until: moment(overlap.endsAt) }), href: address("keys"), verb: t("keys.show") },
  ].filter(Boolean);
}
