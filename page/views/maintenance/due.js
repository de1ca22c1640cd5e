// The section "Due" at the top of the maintenance view.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { livePart } from "../../parts/live-part.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { batteryWords } from "./battery-text.js";
import { taskList } from "./task-list.js";

/** What is due in the home: `{ element, close() }`. It follows the live events. */
export async function dueSection(context) {
  const content = el("div.due-content");
  const refresh = () => part.refresh();
  const part = await livePart(context.store, "maintenance", {
    read: () => context.client.request("GET", "/maintenance/due"),
    show: (due) => replaceContents(content, ...dueParts(context, due, refresh)),
  });
  const element = el("section.due", { "aria-labelledby": "maintenance-due" },
    el("h2", { id: "maintenance-due" }, t("maintenance.due")), content);
  return { element, close: part.close };
}

function dueParts(context, { tasks, batteries, isClockKnown }, refresh) {
  return [
    !isClockKnown && el("p.notice", {}, t("maintenance.clockUnknown")),
    tasks.length > 0 && taskList(context, tasks, { refresh }),
    batteries.length > 0 && el("ul.rows", {}, batteries.map(batteryRow)),
    !tasks.length && !batteries.length && el("p.muted", {}, t("maintenance.nothingDue")),
  ].filter(Boolean);
}

const batteryRow = (battery) => el("li", {},
  el("a.row", { href: address("device", battery.device) }, icon("battery"),
    el("span.row-words", {}, el("span.appliance-name", {}, t("maintenance.changeBattery", battery)),
      el("span.help", {}, batteryWords(battery))), icon("forward")));
