// All maintenance tasks of the home, the most urgent one first.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { emptyState } from "../../parts/empty-state.js";
import { livePart } from "../../parts/live-part.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { subviewHead } from "./batteries.js";
import { chooseSubject } from "./subject-dialog.js";
import { planTask } from "./task-card.js";
import { taskList } from "./task-list.js";

export async function openTasks(context) {
  const { client, store } = context;
  const content = el("div.due-content");
  const refresh = () => part.refresh();
  let tasks = [];
  const plan = async () => {
    const subject = await chooseSubject(context, t("maintenance.task.add"));
    const isOwn = (task) => Object.entries(subject).every(([key, id]) => task[key] === id);
    if (subject) await planTask(context, { subject, tasks: tasks.filter(isOwn), refresh });
  };
  const add = el("button.button.primary", { type: "button", on: { click: plan } }, icon("plus"), t("maintenance.task.add"));
  const part = await livePart(store, "maintenance", {
    read: () => client.request("GET", "/maintenance/tasks"),
    show: (found) => {
      tasks = found;
      replaceContents(content, tasks.length ? taskList(context, tasks, { refresh })
        : emptyState("wrench", t("maintenance.noTasksAtAll"), t("maintenance.noTasksHelp")));
    },
  });
  return {
    title: t("maintenance.tasks"), close: part.close,
    element: el("section.maintenance", {}, subviewHead(t("maintenance.tasks"), add), content),
  };
}
