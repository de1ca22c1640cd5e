// All maintenance tasks of the home, the most urgent one first.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { emptyState } from "../../parts/empty-state.js";
import { livePart } from "../../parts/live-part.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { subviewHead } from "./batteries.js";
import { taskList } from "./task-list.js";

export async function openTasks(context) {
  const { client, store } = context;
  const content = el("div.due-content");
  const refresh = () => part.refresh();
  const part = await livePart(store, "maintenance", {
    read: () => client.request("GET", "/maintenance/tasks"),
    show: (tasks) => replaceContents(content, tasks.length ? taskList(context, tasks, { refresh })
      : emptyState("wrench", t("maintenance.noTasksAtAll"), t("maintenance.noTasksHelp"))),
  });
  return {
    title: t("maintenance.tasks"), close: part.close,
    element: el("section.maintenance", {}, subviewHead(t("maintenance.tasks")), content),
  };
}
