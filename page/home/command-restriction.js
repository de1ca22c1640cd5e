// The requirements for a command of a capability: a PIN, or an adult when a PIN is not enough.

import { t } from "../core/text.js";

/** Whether this person is offered commands of a capability. They are never offered to switch something one way only: a
 *  child may switch a fridge on and not off again. A lockdown is for everybody and over soon, so that it hides nothing. */
export function isOffered({ home }, { mayCommand, access }) {
  if (home?.isLockedDown || access?.on === undefined || access.off === undefined) return mayCommand;
  return mayCommand && access.on !== "refused" && access.off !== "refused";
}

/** The requirement that this person must meet for a command, as text; null when there is none. A PIN helps only
 *  those who may use one: the gateway accepts none from a child or from a panel on a wall. */
export function restrictionText(store, capability) {
  const { home } = store;
  if (!capability.isCommanded || !needsMore(capability)) return null;
  const mayCommand = isOffered(store, capability);
  const isHelpedByPIN = home?.needsPIN ?? true;
  if (mayCommand && isHelpedByPIN) return t("guard.pin");
  if (home?.person?.role === "child") return t(mayCommand ? "guard.adultPartly" : "guard.adult");
  return mayCommand ? t("guard.elsewhere") : null;
}

/** Whether a usual command needs more than the right to control: an unusual set-point may need a PIN all the same. */
function needsMore({ isSensitive, access }) {
  return isSensitive && (access?.set !== "direct" || access.beyond === undefined);
}
