// The card of the crash reports, which the home keeps only with the consent to them.

import { el } from "../../core/dom.js";
import { durationText, moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { saveFile } from "../../parts/download.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** `{ element, refresh }`. The card is hidden while there are no reports. */
export async function crashReportsCard({ client }) {
  const rows = el("ul.rows");
  const element = el("section.card", { hidden: true }, el("h3", {}, t("crash.title")), el("p.muted", {}, t("crash.help")), rows);
  const refresh = async () => {
    const reports = await client.request("GET", "/privacy/crash-reports");
    element.hidden = !reports.length;
    rows.replaceChildren(...reports.map((report) => row(client, report, refresh)));
  };
  await refresh();
  return { element, refresh };
}

function row(client, report, refresh) {
  const act = (work) => async () => {
    try {
      await work();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  };
  const time = moment(report.time);
  const save = act(async () => {
    // The gateway records who reads a report, because it may be handed on.
    const whole = await client.request("GET", `/privacy/crash-reports/${report.id}`);
    saveFile(`tomte-crash-${report.id}.json`, JSON.stringify(whole, null, 2), "application/json");
  });
  const remove = act(async () => {
    if (!await confirmed(t("crash.remove", { time }), t("crash.removeHelp"), t("crash.removeVerb"))) return;
    await client.request("DELETE", `/privacy/crash-reports/${report.id}`);
    await refresh();
  });
  return el("li.row", {},
    el("span.row-words", {}, el("span.setting-name.numerals", {}, time), el("span.help", {}, causeText(report))),
    el("button.button", { type: "button", "aria-label": t("crash.saveOf", { time }), on: { click: save } }, t("crash.save")),
    el("button.button", { type: "button", "aria-label": t("crash.remove", { time }), on: { click: remove } }, t("crash.removeVerb")));
}

function causeText({ version, signal, isSignalFromOutside, uptimeSeconds }) {
  const cause = signal ? t(isSignalFromOutside ? "crash.ended" : "crash.failed", { signal }) : t("crash.killed");
  return `${cause} ${t("crash.after", { version, time: durationText(uptimeSeconds) })}`;
}
