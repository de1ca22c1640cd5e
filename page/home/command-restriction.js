// The requirements for a command of a capability: a PIN, or an adult when a PIN is not enough.

import { t } from "../core/text.js";

/** The requirement that this person must meet for a command, as text; null when there is none. A PIN helps only
 *  those who may use one: the gateway accepts none from a child or from a panel on a wall. */
export function restrictionText({ home }, { isCommanded, mayCommand, isSensitive }) {
  if (!isCommanded || !isSensitive) return null;
  const isHelpedByPIN = home?.needsPIN ?? true;
  if (mayCommand && isHelpedByPIN) return t("guard.pin");
  if (home?.person?.role === "child") return t(mayCommand ? "guard.adultPartly" : "guard.adult");
  return mayCommand ? t("guard.elsewhere") : null;
}
