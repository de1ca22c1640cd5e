// Maintenance tasks as a list, with what a person may do with each one.

import { now } from "../../core/clock.js";
import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dateOf, plusDays } from "../../home/calendar.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { choice, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { doneDialog, markDone } from "./done-form.js";
import { maintenanceProblem } from "./money-fields.js";
import { restoreTask } from "./restored-task.js";
import { taskDialog } from "./task-form.js";
import { dayText, statusText, taskWords } from "./task-text.js";

/** Rows of tasks. `refresh()` is called after each change; `showsName` and `place` as in `taskWords`. */
export const taskList = (context, tasks, options) =>
  el("ul.rows", {}, tasks.map((task) => taskRow(context, task, options)));

function taskRow(context, task, { refresh, place, showsName = true }) {
  const { title, name, note, status } = task;
  const isOpen = status !== "done";
  return el("li.row.task-row", { "data-status": status, "data-safety": task.isSafety ? "" : null },
    el("span.row-words", {}, el("span.appliance-name", {}, title),
      el("span.help", {}, marksOf(task).map((mark) => [mark, " · "]),
        taskWords(task, { store: context.store, place, showsName })),
      note && el("span.service-note", {}, note)),
    el("span.row-actions", {},
      isOpen && el("button.button", {
        type: "button", "aria-label": t("maintenance.task.doneOf", { title, name }),
        on: { click: () => markDone(context, task, doneOptions(context, refresh)) },
      }, t("maintenance.task.done")),
      el("button.icon-button", {
        type: "button", "aria-label": t("maintenance.task.moreOf", { title, name }), "aria-haspopup": "dialog",
        on: { click: () => actionsDialog(context, task, refresh) },
      }, icon("more"))));
}

const doneOptions = (context, refresh) => ({ refresh, undo: (stored) => undo(context, stored, refresh) });

/** The icon of each status that asks for something. */
const iconsOfStatus = { due: "clock", overdue: "warning" };

/** The status of a task, and whether it protects people, each in words and with an icon. */
function marksOf(task) {
  const picture = iconsOfStatus[task.status];
  const status = statusText(task);
  return [
    status && el("span.task-mark", { "data-mark": task.status }, picture && icon(picture), status),
    task.isSafety && el("span.task-mark", { "data-mark": "safety" }, icon("shield"), t("maintenance.task.isSafety")),
  ].filter(Boolean);
}

/** What is done to a task less often than to mark it as done. */
async function actionsDialog(context, task, refresh) {
  const canSnooze = ["dueSoon", "due", "overdue", "snoozed"].includes(task.status);
  const actions = [
    task.status !== "done"
      && ["check", "maintenance.task.doneOn", () => doneDialog(context, task, doneOptions(context, refresh))],
    canSnooze && ["clock", "maintenance.task.snooze", () => snoozeDialog(context, task, refresh)],
    task.canUndo && !canSnooze && ["restore", "maintenance.task.undo", () => undo(context, task, refresh, { asks: true })],
    ["edit", "maintenance.task.edit", () => taskDialog(context, { task, refresh })],
    ["trash", "maintenance.task.remove", () => remove(context, task, refresh)],
  ].filter(Boolean);
  const act = await dialog(t("maintenance.task.moreOf", task), (close) => [
    el("div.task-actions", {}, actions.map(([picture, words, chosen]) =>
      el("button.button", { type: "button", on: { click: () => close(chosen) } }, icon(picture), t(words)))),
    el("div.actions", {}, el("button.button", { type: "button", on: { click: () => close(null) } }, t("dialog.cancel"))),
  ]);
  await act?.();
}

/** Sends a change, and shows why it failed. */
async function send({ client }, { path, method = "POST", body, refresh }) {
  try {
    await client.request(method, path, body);
  } catch (error) {
    toast(maintenanceProblem(error), { tone: "danger" });
    return false;
  } finally {
    await refresh();
  }
  return true;
}

/** Takes back that a task was done. Its entry in the history is deleted: an entry with photographs, and with `asks` also
 *  one of some time ago, which may have a note that a person wants to keep, only after a question. */
async function undo(context, task, refresh, { asks = false } = {}) {
  let photos;
  try {
    photos = await photoCount(context.client, task.doneEntry);
  } catch (error) {
    return toast(maintenanceProblem(error), { tone: "danger" });
  }
  const help = photos ? t("maintenance.task.undoPhotos", { count: photos }) : t("maintenance.task.undoHelp");
  if ((asks || photos) && !await confirmed(t("maintenance.task.undoOf", task), help, t("maintenance.task.undoVerb"))) return;
  if (!await send(context, { path: `/maintenance/tasks/${task.id}/undo?photos=${photos}`, refresh })) return;
  toast(t("maintenance.task.undone", task));
}

const photoCount = async (client, entry) =>
  (entry ? (await client.request("GET", `/attachments?${new URLSearchParams({ serviceEntry: entry })}`)).length : 0);

/** Asks until when the task is hidden. */
async function snoozeDialog(context, task, refresh) {
  const today = dateOf(now(), context.store.home.timeZone);
  const days = { tomorrow: 1, week: 7, month: 30 };
  const options = Object.keys(days).map((key) => [key, t(`maintenance.snooze.${key}`)]);
  const isSnoozed = task.status === "snoozed";
  const chosen = await dialog(t("maintenance.task.snooze"), (close) => [
    el("p", {}, t("maintenance.task.snoozeHelp")),
    form([choice({
      name: "until", label: t("maintenance.task.snoozeUntil"), value: isSnoozed ? "end" : "week",
      options: isSnoozed ? [...options, ["end", t("maintenance.snooze.end")]] : options,
    })], { verb: t("maintenance.save"), cancel: () => close(null), submit: async ({ until }) => close(until) }),
  ]);
  if (!chosen) return;
  const until = days[chosen] && plusDays(today, days[chosen]);
  const path = `/maintenance/tasks/${task.id}/snooze`;
  if (!await send(context, { path, body: until ? { until } : {}, refresh })) return;
  if (!until) return;
  toast(t("maintenance.task.snoozed", { title: task.title, date: dayText(until) }), {
    action: [t("toast.undo"), () => send(context, { path, body: {}, refresh })],
  });
}

async function remove(context, task, refresh) {
  const help = t("maintenance.task.removeHelp");
  if (!await confirmed(t("maintenance.task.removeOf", task), help, t("maintenance.task.remove"))) return;
  if (!await send(context, { path: `/maintenance/tasks/${task.id}`, method: "DELETE", refresh })) return;
  // A task that was done once would be due again.
  const canRestore = task.status !== "done";
  toast(t("maintenance.task.removed", task), {
    action: canRestore && [t("toast.undo"), () => restore(context, task, refresh)],
  });
}

/** Adds a deleted task again. */
async function restore(context, task, refresh) {
  try {
    await restoreTask(context, task);
    toast(t("maintenance.task.restored", task));
  } catch (error) {
    toast(maintenanceProblem(error), { tone: "danger" });
  } finally {
    await refresh();
  }
}
