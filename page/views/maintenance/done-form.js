// How a person marks a task as done: at once, or in a dialog that also asks for the day and the details.

import { now } from "../../core/clock.js";
import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dateOf } from "../../home/calendar.js";
import { photosDialog } from "../../parts/attachments.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { doneByField, given, maintenanceProblem, moneyFields, moneyOfForm, photosField } from "./money-fields.js";
import { dayText } from "./task-text.js";

/** The tasks whose request is on its way: a double tap is one. */
const marking = new Set();

/** Marks a task as done today. The message about it offers to undo that and to add details. `undo(done)` takes it back, and
 *  `refresh()` is called after the gateway has answered. */
export async function markDone(context, task, { refresh, undo }) {
  if (marking.has(task.id)) return;
  marking.add(task.id);
  let done;
  let problem;
  try {
    done = await context.client.request("POST", `/maintenance/tasks/${task.id}/done`, {});
  } catch (error) {
    problem = error;
  }
  // A refusal may say that another person has done it meanwhile, so the list is read in any case.
  await refresh();
  marking.delete(task.id);
  // Without a known clock, the person says on which day it was.
  if (problem?.field === "day") return doneDialog(context, task, { refresh, undo });
  if (problem) return toast(maintenanceProblem(problem), { tone: "danger" });
  const more = done.doneEntry && [t("maintenance.task.details"), () => detailsDialog(context, done, refresh)];
  showDone(done, { undo, more });
}

/** Asks on which day a task was done, and for the details, all of which may stay as they are. */
export async function doneDialog(context, task, { refresh, undo }) {
  const { client, store } = context;
  const day = field({
    name: "day", label: t("maintenance.day"), type: "date", value: dateOf(now(), store.home.timeZone),
    min: "1970-01-01", max: "9999-12-31", check: (text) => (text ? null : t("maintenance.problem.day")),
  });
  const result = await detailsForm(context, t("maintenance.task.doneOf", task), {
    first: [day], verb: t("maintenance.task.done"),
    store: (details, values) => client.request("POST", `/maintenance/tasks/${task.id}/done`, { day: values.day, ...details }),
  });
  await refresh();
  if (!result) return;
  const { stored, files } = result;
  await addPhotos(context, stored, files);
  showDone(stored, { undo });
}

/** Adds details to the entry of the service history that a task, which was just done, has added. */
async function detailsDialog(context, done, refresh) {
  const { id, title, doneEntry, doneOn: day } = done;
  const result = await detailsForm(context, t("maintenance.task.doneOf", done), {
    verb: t("maintenance.save"),
    store: (details) => context.client.request("PUT", `/maintenance/history/${doneEntry}`, { title, day, ...details },
      { headers: { "If-Match": '"1"' } }),
  });
  if (!result) return;
  await addPhotos(context, { id, title, doneEntry }, result.files);
  toast(t("maintenance.entrySaved"));
  await refresh();
}

/** The dialog about what was done: `{ stored, files }`; null when it was cancelled. `store(details, values)` sends it. */
async function detailsForm(context, title, { first = [], verb, store: send }) {
  const { store } = context;
  const doneBy = await doneByField(context, { doneBy: store.home.person?.id });
  const photos = photosField();
  return dialog(title, (close) => form([
    ...first,
    field({
      name: "note", label: t("maintenance.note"), control: el("textarea.input", { rows: 2, maxlength: 2000 }),
    }),
    ...moneyFields(store, { name: "cost", label: t("maintenance.cost") }),
    doneBy,
    field({ name: "provider", label: t("maintenance.provider"), value: "", maxlength: 100 }),
    photos,
  ], {
    verb, cancel: () => close(null), textOf: maintenanceProblem,
    submit: async (values) => {
      const details = {
        note: given(values.note), cost: moneyOfForm(store, values, "cost"), doneBy: given(values.doneBy),
        provider: given(values.provider),
      };
      close({ stored: await send(details, values), files: [...photos.input.files] });
    },
  }));
}

/** The photographs belong to the entry of the service history, so they are added after it. */
async function addPhotos(context, { title, doneEntry }, files) {
  if (files.length && doneEntry) await photosDialog(context, { id: doneEntry, title }, files);
}

function showDone(done, { undo, more }) {
  const { title, nextDate } = done;
  const words = nextDate ? t("maintenance.task.doneNext", { title, date: dayText(nextDate) })
    : t("maintenance.task.doneNow", { title });
  toast(words, { action: [t("toast.undo"), () => undo(done)], more });
}
