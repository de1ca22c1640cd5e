// The points of the privacy notice: which data the home stores, why, where, for how long, and who sees it.

import { daysText } from "../home/days.js";
import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

/** `terms` are the retention terms of `GET /retention`; null when they are not known. */
export function privacy(terms) {
  const point = (picture, name, text) => el("li.point", {}, icon(picture),
    el("div", {}, el("p.setting-name", {}, t(`privacy.${name}`)), el("p.muted", {}, text)));
  return el("ul.points", {},
    point("home", "house", t("privacy.houseHelp")),
    point("list", "stored", t("privacy.storedHelp")),
    point("shield", "why", t("privacy.whyHelp")),
    point("clock", "long", longText(terms)),
    point("people", "who", t("privacy.whoHelp")),
    point("person", "rights", t("privacy.rightsHelp")));
}

function longText(terms) {
  if (!terms) return t("privacy.longUnknown");
  return t("privacy.longHelp", {
    energy: daysText(terms.energyDays), environment: daysText(terms.environmentDays),
    least: daysText(terms.auditInformationalDays), most: daysText(terms.auditSecurityDays),
  });
}
