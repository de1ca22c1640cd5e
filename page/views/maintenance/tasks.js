// All maintenance tasks of the home, the most urgent one first.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { emptyState } from "../../parts/empty-state.js";
import { subviewHead } from "./batteries.js";
import { taskList } from "./task-list.js";

export async function openTasks(context) {
  const { client, store } = context;
  const content = el("div.due-content");
  const refresh = async () => {
    const tasks = await client.request("GET", "/maintenance/tasks");
    content.replaceChildren(tasks.length ? taskList(context, tasks, { refresh })
      : emptyState("wrench", t("maintenance.noTasksAtAll"), t("maintenance.noTasksHelp")));
  };
  await refresh();
  const stop = store.on("maintenance", () => refresh().catch(() => {}));
  return {
    title: t("maintenance.tasks"), close: stop,
    element: el("section.maintenance", {}, subviewHead(t("maintenance.tasks")), content),
  };
}
