// The card with the tasks of one appliance or device, and those that are usual for it.

import { el, icon } from "../../core/dom.js";
import { t, tOrNull } from "../../core/text.js";
import { tasksOfAppliance, upkeepOf, upkeepOfDevice } from "../../home/upkeep.js";
import { dialog } from "../../parts/dialog.js";
import { livePart } from "../../parts/live-part.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { taskDialog } from "./task-form.js";
import { taskList } from "./task-list.js";

/** The tasks of an appliance and of its device, and the usual ones, for `show` of its card. */
export async function readTasks(client, appliance) {
  const [all, suggestions] = await Promise.all(
    [client.request("GET", "/maintenance/tasks"), suggestionsFor(client, { appliance: appliance.id })]);
  const tasks = tasksOfAppliance(all, appliance);
  return { tasks, suggestions: unplanned(suggestions, tasks) };
}

/** The tasks of an appliance, and the usual ones: `{ element, show(tasks) }`. `refresh()` is called after each change. */
export function applianceTaskCard(context, appliance, refresh) {
  const subject = { appliance };
  const content = el("div.due-content");
  return {
    element: card(content, () => taskDialog(context, { subject, refresh })),
    show: ({ tasks, suggestions }) => replaceContents(content, ownTasks(context, { subject, tasks, refresh }),
      ...usualTasks(context, { subject, suggestions, refresh })),
  };
}

/** The tasks of a device and of its appliances: `{ element, close() }`. The usual ones are read when a person plans one,
 *  because most visits of a device are about something else. */
export async function deviceTaskCard(context, device) {
  const subject = { device };
  const content = el("div.due-content");
  const refresh = () => part.refresh();
  let tasks = [];
  const part = await livePart(context.store, "maintenance", {
    read: (isFirst) => upkeepOf(context, { isFresh: !isFirst }),
    show: (upkeep) => {
      ({ tasks } = upkeepOfDevice(upkeep, device));
      replaceContents(content, ownTasks(context, { subject, tasks, refresh, place: device }));
    },
  });
  return { element: card(content, () => planTask(context, { subject, tasks, refresh })), close: part.close };
}

const card = (content, add) => el("section.card", { "aria-labelledby": "own-tasks" },
  el("header.view-head", {}, el("h2", { id: "own-tasks" }, t("maintenance.tasks")),
    el("button.button", { type: "button", on: { click: add } }, icon("plus"), t("maintenance.task.add"))), content);

function ownTasks(context, { subject, tasks, refresh, place }) {
  if (!tasks.length) return el("p.muted", {}, t("maintenance.noTasks"));
  // The name says whose task it is when one of them belongs to another thing.
  const isOwn = (task) => Object.entries(subject).every(([key, id]) => task[key] === id);
  return taskList(context, tasks, { refresh, place, showsName: !tasks.every(isOwn) });
}

/** The usual tasks, with the titles in the language of the page and in English (`plainTitle`). */
async function suggestionsFor(client, subject) {
  const found = await client.request("GET", `/maintenance/suggestions?${new URLSearchParams(subject)}`);
  return found.map((one) => ({
    ...one, plainTitle: one.title, title: tOrNull(`maintenance.template.${one.template}`) ?? one.title,
  }));
}

/** A task may have another title than its suggestion, or the one in English, as the command line shows it. */
const unplanned = (suggestions, tasks) => suggestions.filter(({ template, title, plainTitle }) =>
  !tasks.some((task) => task.template === template || [title, plainTitle].includes(task.title)));

const offer = (title, click) => el("li", {},
  el("button.button", { type: "button", on: { click } }, icon("plus"), title));

function usualTasks(context, { subject, suggestions, refresh }) {
  if (!suggestions.length) return [];
  return [el("div.task-suggestions", {}, el("h3", {}, t("maintenance.suggestions")),
    el("ul.suggestion-list", {}, suggestions.map((suggestion) =>
      offer(suggestion.title, () => taskDialog(context, { subject, suggestion, refresh })))))];
}

/** Asks which of the usual tasks a person plans, if there are some, and opens the form. `tasks` are those of the subject. */
export async function planTask(context, { subject, tasks, refresh }) {
  // Without the usual tasks the form is empty, and works too.
  const suggestions = unplanned(await suggestionsFor(context.client, subject).catch(() => []), tasks);
  let suggestion;
  if (suggestions.length) {
    const chosen = await dialog(t("maintenance.task.add"), (close) => [
      el("p.muted", {}, t("maintenance.suggestions")),
      el("ul.suggestion-list", {}, suggestions.map((one) => offer(one.title, () => close({ one }))),
        offer(t("maintenance.task.other"), () => close({}))),
      el("div.actions", {},
        el("button.button", { type: "button", on: { click: () => close(null) } }, t("dialog.cancel"))),
    ]);
    if (!chosen) return;
    suggestion = chosen.one;
  }
  await taskDialog(context, { subject, suggestion, refresh });
}
