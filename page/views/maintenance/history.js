// What was done to all appliances and devices, also to those that have left the home, newest day first.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { saveBlob } from "../../parts/download.js";
import { emptyState } from "../../parts/empty-state.js";
import { problemText } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { toast } from "../../parts/toast.js";
import { printButton, printedNote } from "./print.js";
import { serviceDialog } from "./service-form.js";
import { costTable, historyPath, serviceList } from "./service-list.js";
import { chooseSubject } from "./subject-dialog.js";

export async function openHistory(context) {
  const { client } = context;
  const content = el("div.service-history");
  const more = el("button.button", { type: "button", on: { click: () => older().catch(fail) } }, t("maintenance.older"));
  const files = el("div.actions.upkeep-links", {},
    saveButton(client, "csv", "text/csv"), saveButton(client, "json", "application/json"), printButton());
  let entries = [];
  let next;

  async function begin() {
    const page = await client.request("GET", historyPath({}));
    ({ entries, next } = page);
    show(page.costs);
  }

  async function older() {
    const page = await client.request("GET", historyPath({}, next));
    entries = [...entries, ...page.entries];
    next = page.next;
    show(page.costs);
  }

  const fail = (error) => toast(problemText(error), { tone: "danger" });
  const refresh = () => begin().catch(fail);
  const write = async () => {
    const subject = await chooseSubject(context, t("maintenance.addEntry"));
    if (subject) await serviceDialog(context, { subject, refresh });
  };
  const add = el("button.button.primary", { type: "button", on: { click: write } }, icon("plus"), t("maintenance.addEntry"));

  function show(costs) {
    more.hidden = !next;
    files.hidden = !entries.length;
    replaceContents(content, ...entries.length
      ? [serviceList(context, entries, { refresh, showsName: true }), costTable(costs) ?? ""]
      : [emptyState("history", t("maintenance.noHistory"), t("maintenance.noHistoryHelp"))]);
  }

  await begin();
  return {
    title: t("maintenance.history"),
    element: el("section.maintenance", {},
      el("header.appliance-head", {},
        el("a.button.quiet.appliance-back", { href: address("maintenance") }, icon("back"), t("nav.maintenance")),
        el("h1", {}, t("maintenance.history")), add),
      printedNote(context.store), files, content, more),
  };
}

function saveButton(client, name, type) {
  const click = async () => {
    try {
      const response = await client.stream("GET", "/maintenance/history/export", undefined, { headers: { Accept: type } });
      saveBlob(`service-history.${name}`, await response.blob());
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  };
  return el("button.button", { type: "button", on: { click } }, icon("download"), t(`maintenance.save.${name}`));
}
