// The section "Due" at the top of the maintenance view, and the tasks of one appliance or device.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { batteryWords } from "./battery-text.js";
import { taskDialog } from "./task-form.js";
import { taskList } from "./task-list.js";

/** What is due in the home: `{ element, close() }`. It follows the live events. */
export async function dueSection(context) {
  const { client, store } = context;
  const content = el("div.due-content");
  const refresh = async () => {
    content.replaceChildren(...dueParts(context, await client.request("GET", "/maintenance/due"), refresh));
  };
  await refresh();
  const stop = store.on("maintenance", () => refresh().catch(() => {}));
  const links = el("div.actions", {},
    viewLink("tasks", "list"), viewLink("batteries", "battery"));
  const element = el("section.due", { "aria-labelledby": "maintenance-due" },
    el("header.view-head", {}, el("h2", { id: "maintenance-due" }, t("maintenance.due")), links), content);
  return { element, close: stop };
}

const viewLink = (show, picture) => el("a.button", { href: address("maintenance", undefined, { show }) },
  icon(picture), t(`maintenance.${show}`));

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

/** The tasks of an appliance or a device, also those of an appliance that count from the device, with those that are usual
 *  for it: `{ element, close() }`. `subject` is `{ appliance }` or `{ device }`. */
export async function taskCard(context, subject) {
  const { client, store } = context;
  const query = new URLSearchParams(subject);
  const content = el("div.due-content");
  const refresh = async () => {
    const [all, suggestions] = await Promise.all([
      client.request("GET", "/maintenance/tasks"), client.request("GET", `/maintenance/suggestions?${query}`)]);
    const tasks = all.filter((task) => isAbout(task, subject));
    content.replaceChildren(...cardParts(context, { subject, tasks, suggestions, refresh }));
  };
  await refresh();
  const stop = store.on("maintenance", () => refresh().catch(() => {}));
  const add = el("button.button", { type: "button", on: { click: () => taskDialog(context, { subject, refresh }) } },
    icon("plus"), t("maintenance.task.add"));
  const element = el("section.card", { "aria-labelledby": "own-tasks" },
    el("header.view-head", {}, el("h2", { id: "own-tasks" }, t("maintenance.tasks")), add), content);
  return { element, close: stop };
}

const isAbout = (task, { appliance, device }) =>
  (appliance ? task.appliance === appliance : task.device === device || task.schedule.device === device);

function cardParts(context, { subject, tasks, suggestions, refresh }) {
  const known = new Set(tasks.map(({ title }) => title));
  const translated = suggestions.map((one) => ({ ...one, title: suggestionTitle(one) }));
  const open = translated.filter(({ title }) => !known.has(title));
  const showsName = tasks.some((task) => !isOwn(task, subject));
  const offer = (suggestion) => el("li", {}, el("button.button", {
    type: "button", on: { click: () => taskDialog(context, { subject, suggestion, refresh }) },
  }, icon("plus"), suggestion.title));
  return [
    tasks.length ? taskList(context, tasks, { refresh, showsName }) : el("p.muted", {}, t("maintenance.noTasks")),
    open.length > 0 && el("div.task-suggestions", {}, el("h3", {}, t("maintenance.suggestions")),
      el("ul.suggestion-list", {}, open.map(offer))),
  ].filter(Boolean);
}

/** Whether the task belongs to the appliance or the device itself. */
const isOwn = (task, subject) => Object.entries(subject).every(([key, id]) => task[key] === id);

const suggestionTitle = ({ template }) => t(`maintenance.template.${template}`);
