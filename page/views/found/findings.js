// Findings: messages of devices that the gateway received and cannot use.

import { el } from "../../core/dom.js";
import { tOrNull, t } from "../../core/text.js";
import { age } from "../../parts/age.js";
import { confirmed } from "../../parts/dialog.js";
import { details } from "../../parts/facts.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** A row for a finding, with the name of the paired device that it is about, if any; `cleared()` is called after it was removed. */
export function findingRow({ client, withStepUp }, finding, cleared) {
  const { code, count, detail, device, id, isKept, lastSeen, topic } = finding;
  const problem = tOrNull(`finding.${code}`) ?? t("finding.other");
  const title = device ? `${device}: ${problem}` : problem;
  const clear = async () => {
    if (isKept && !await confirmed(t("finding.clearTitle"), t("finding.clearKept"), t("finding.clear"))) return;
    try {
      await withStepUp(() => client.request("DELETE", `/findings/${encodeURIComponent(id)}`), t("finding.clearTitle"));
      await cleared();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  };
  return el("li.finding", {},
    el("div", {}, el("h3", { id: `finding-${id}` }, title),
      el("p", {}, tOrNull(`finding.help.${code}`) ?? t("finding.help.other")),
      el("p.muted", {}, count > 1 && `${t("finding.count", { count })} · `, age(lastSeen))),
    el("button.button", { type: "button", "aria-describedby": `finding-${id}`, on: { click: clear } },
      t("finding.clear")),
    details([[t("finding.detail"), el("span", { lang: "en" }, detail)], [t("found.address"), topic],
      [t("finding.code"), code]]));
}
