// What guards a capability: a PIN, or an adult where no PIN helps.

import { t } from "../core/text.js";

/** Why telling `capability` something is not simply done, for who looks; null where nothing stands in the way. A PIN helps
 *  only those who may show one: of a child, or a panel on a wall, the gateway takes none. */
export function guardOf({ home }, { isCommanded, mayCommand, isSensitive }) {
  if (!isCommanded || !isSensitive) return null;
  const isHelpedByPIN = home?.needsPIN ?? true;
  if (mayCommand && isHelpedByPIN) return t("guard.pin");
  if (home?.person?.role === "child") return t(mayCommand ? "guard.adultPartly" : "guard.adult");
  return mayCommand ? t("guard.elsewhere") : null;
}
