// What was heard on the devices' network and cannot be used.

import { el } from "../../core/dom.js";
import { maybe, t } from "../../core/text.js";
import { age } from "../../parts/age.js";
import { confirmed } from "../../parts/dialog.js";
import { details } from "../../parts/facts.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** `cleared()` is called once one is gone. */
export function findingRow({ client, acting }, finding, cleared) {
  const { code, count, detail, id, isKept, lastSeen, topic } = finding;
  const title = maybe(`finding.${code}`) ?? t("finding.other");
  const clear = async () => {
    if (isKept && !await confirmed(t("finding.clearTitle"), t("finding.clearKept"), t("finding.clear"))) return;
    try {
      await acting(() => client.ask("DELETE", `/findings/${encodeURIComponent(id)}`));
      await cleared();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  };
  return el("li.finding", {},
    el("div", {}, el("h3", { id: `finding-${id}` }, title),
      el("p", { lang: "en" }, detail),
      el("p.muted", {}, count > 1 && `${t("finding.count", { count })} · `, age(lastSeen))),
    el("button.button", { type: "button", "aria-describedby": `finding-${id}`, on: { click: clear } },
      t("finding.clear")),
    details([[t("found.address"), topic], [t("finding.code"), code]]));
}
