// The dialog in which a person marks a task as done. Everything in it may stay as it is.

import { now } from "../../core/clock.js";
import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dateOf } from "../../home/calendar.js";
import { photosDialog } from "../../parts/attachments.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { given, maintenanceProblem, moneyFields, moneyOfForm, photosField } from "./money-fields.js";
import { dayText } from "./task-text.js";

/** `undo(done)` takes it back, and `refresh()` is called after the gateway has stored it. The photographs belong to the entry
 *  that this adds to the service history, so they are added after it. */
export async function doneDialog(context, task, { refresh, undo }) {
  const { client, store } = context;
  let addsPhotos = false;
  const done = await dialog(t("maintenance.task.doneOf", { title: task.title, name: task.name }), (close) => form([
    field({
      name: "day", label: t("maintenance.day"), type: "date", value: dateOf(now(), store.home.timeZone),
      min: "1970-01-01", max: "9999-12-31", check: (text) => (text ? null : t("maintenance.problem.day")),
    }),
    field({
      name: "note", label: t("maintenance.note"), control: el("textarea.input", { rows: 2, maxlength: 2000 }),
    }),
    ...moneyFields(store, { name: "cost", label: t("maintenance.cost") }),
    field({ name: "provider", label: t("maintenance.provider"), value: "", maxlength: 100 }),
    photosField(),
  ], {
    verb: t("maintenance.task.done"), cancel: () => close(null), textOf: maintenanceProblem,
    submit: async (values) => {
      addsPhotos = values.photos;
      close(await client.request("POST", `/maintenance/tasks/${task.id}/done`, {
        day: values.day, note: given(values.note), cost: moneyOfForm(store, values, "cost"), provider: given(values.provider),
      }));
    },
  }));
  // A refusal may say that another person has done it meanwhile, so the list is read in any case.
  await refresh();
  if (!done) return;
  if (addsPhotos && done.doneEntry) await photosDialog(context, { id: done.doneEntry, title: task.title });
  const words = done.nextDate ? t("maintenance.task.doneNext", { title: task.title, date: dayText(done.nextDate) })
    : t("maintenance.task.doneNow", { title: task.title });
  toast(words, { action: [t("toast.undo"), () => undo(done)] });
}
