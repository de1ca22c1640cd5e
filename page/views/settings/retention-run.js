// The card of the retention run: the result of the last run, and a button to run it now.

import { el } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { list, t } from "../../core/text.js";
import { age } from "../../parts/age.js";
import { confirmed } from "../../parts/dialog.js";
import { problemText } from "../../parts/problem.js";
import { setting } from "../../parts/setting.js";
import { toast } from "../../parts/toast.js";

const counts = ["energyReadings", "environmentReadings", "stateChanges", "rollUps", "auditEntries", "crashReports"];

export function runCard({ client, withStepUp }, { lastRun }, show) {
  const run = async () => {
    if (!await confirmed(t("settings.run"), t("settings.runHelp"), t("settings.runVerb"))) return;
    try {
      const receipt = await withStepUp(() => purge(client), t("settings.run"));
      if (!receipt) return;
      toast(receiptText(receipt));
      await show();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  };
  const last = lastRun ? [age(lastRun.at), `: ${receiptText(lastRun)}`] : t("settings.neverRun");
  return el("section.card", {}, el("h3", {}, t("settings.deletion")), el("p.muted", {}, t("settings.deletionHelp")),
    setting(t("settings.lastRun"), last,
      el("button.button", { type: "button", on: { click: run } }, t("settings.runVerb"))));
}

/** Runs the retention. If the gateway does not trust its clock, the person must confirm the time first. Null when they
 *  did not. */
async function purge(client) {
  try {
    return await client.request("POST", "/retention/run");
  } catch (error) {
    const parameter = { clockNotTrusted: "trustClock", clockAhead: "confirm" }[error.code];
    if (!parameter) throw error;
    const time = moment(new Date());
    if (!await confirmed(t("settings.clock"), t("settings.clockHelp", { time }), t("settings.clockVerb"))) return null;
    return client.request("POST", `/retention/run?${parameter}=true`);
  }
}

function receiptText(receipt) {
  const removed = counts.filter((name) => receipt[name] > 0)
    .map((name) => t(`settings.count.${name}`, { count: receipt[name] }));
  const text = removed.length ? t("settings.removed", { what: list(removed) }) : t("settings.removedNothing");
  return receipt.overdue ? `${text} ${t("settings.overdue", { count: receipt.overdue })}` : text;
}
