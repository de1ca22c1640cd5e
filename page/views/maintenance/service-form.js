// The dialog in which a person writes down what was done, or changes it.

import { now } from "../../core/clock.js";
import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dateOf } from "../../home/calendar.js";
import { photosDialog } from "../../parts/attachments.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { doneByField, given, maintenanceProblem, moneyFields, moneyOfForm, photosField } from "./money-fields.js";

/** Without an `entry` the dialog adds one about `subject`, which is `{ appliance }` or `{ device }`. `refresh()` is called
 *  after the gateway has stored it. */
export async function serviceDialog(context, { subject, entry, refresh }) {
  const { client, store } = context;
  const doneBy = await doneByField(context, entry);
  const photos = entry ? null : photosField();
  const result = await dialog(t(entry ? "maintenance.editEntry" : "maintenance.addEntry"), (close) => form([
    field({
      name: "title", label: t("maintenance.title"), help: t("maintenance.titleHelp"), value: entry?.title ?? "",
      maxlength: 120, autofocus: true, check: (text) => (text.trim() ? null : t("maintenance.problem.title")),
    }),
    field({
      name: "day", label: t("maintenance.day"), type: "date", value: entry?.day ?? dateOf(now(), store.home.timeZone),
      min: "1970-01-01", max: "9999-12-31", check: (text) => (text ? null : t("maintenance.problem.day")),
    }),
    ...moneyFields(store, { name: "cost", label: t("maintenance.cost"), money: entry?.cost }),
    doneBy,
    field({ name: "provider", label: t("maintenance.provider"), value: entry?.provider ?? "", maxlength: 100 }),
    field({
      name: "note", label: t("maintenance.note"),
      control: el("textarea.input", { rows: 3, maxlength: 2000, value: entry?.note ?? "" }),
    }),
    photos,
  ].filter(Boolean), {
    verb: t("maintenance.save"), cancel: () => close(null), textOf: maintenanceProblem,
    submit: async (values) => {
      const content = {
        title: values.title, day: values.day, cost: moneyOfForm(store, values, "cost"), doneBy: given(values.doneBy),
        provider: given(values.provider), note: given(values.note),
      };
      const stored = entry
        ? await client.request("PUT", `/maintenance/history/${entry.id}`, content,
          { headers: { "If-Match": `"${entry.revision}"` } })
        : await client.request("POST", "/maintenance/history", { ...subject, ...content });
      close({ stored, files: [...photos?.input.files ?? []] });
    },
  }));
  if (!result) return;
  toast(t("maintenance.entrySaved"));
  await refresh();
  if (!result.files.length) return;
  await photosDialog(context, result.stored, result.files);
  await refresh();
}
