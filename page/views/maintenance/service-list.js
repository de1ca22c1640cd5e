// What was done to an appliance or a device, as a list, and what it cost.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dateText } from "../../home/calendar.js";
import { photosDialog } from "../../parts/attachments.js";
import { confirmed } from "../../parts/dialog.js";
import { facts } from "../../parts/facts.js";
import { toast } from "../../parts/toast.js";
import { costText, sumCosts } from "../energy/money.js";
import { doneByText, moneyOf } from "./appliance-text.js";
import { maintenanceProblem } from "./money-fields.js";
import { serviceDialog } from "./service-form.js";

const pageSize = 500;

/** The whole history of a subject: `{ entries, costs }`. */
export async function readHistory(client, subject) {
  const entries = [];
  let page;
  do {
    page = await client.request("GET", historyPath(subject, page?.next));
    entries.push(...page.entries);
  } while (page.next);
  return { entries, costs: page.costs };
}

/** The address of one page of the history. `subject` is `{ appliance }`, `{ device }` or empty for all. */
export function historyPath(subject, before) {
  const query = new URLSearchParams({ ...subject, limit: pageSize, ...before && { before } });
  return `/maintenance/history?${query}`;
}

/** A list of entries with buttons to change and to delete them. `showsName` adds the name of the appliance. */
export const serviceList = (context, entries, { refresh, showsName = false }) =>
  el("ul.rows", {}, entries.map((entry) => serviceRow(context, entry, { refresh, showsName })));

function serviceRow(context, entry, { refresh, showsName }) {
  const date = dateText(entry.day, { dateStyle: "medium" });
  const words = [date, showsName && entry.name, moneyOf(entry.cost), doneByText(entry)].filter(Boolean).join(" · ");
  const button = (picture, key, click) => el("button.icon-button", {
    type: "button", "aria-label": t(key, { title: entry.title, date }), on: { click },
  }, icon(picture));
  return el("li.row.service-row", {},
    el("span.row-words", {}, el("span.appliance-name", {}, entry.title), el("span.help", {}, words),
      entry.note && el("span.service-note", {}, entry.note)),
    el("span.row-actions", {},
      photosButton(context, entry, refresh),
      button("edit", "maintenance.editEntryOf", () => serviceDialog(context, { entry, refresh })),
      button("trash", "maintenance.deleteEntryOf", () => remove(context, entry, { date, refresh }))));
}

/** The number of photographs is beside the icon; an entry without any has the sign that adds some. */
function photosButton(context, entry, refresh) {
  const { photos = 0 } = entry;
  const open = async () => {
    await photosDialog(context, entry);
    await refresh();
  };
  const date = dateText(entry.day, { dateStyle: "medium" });
  const words = t("attachments.photosOf", { title: entry.title, date });
  return el("button.icon-button.photos-button", {
    type: "button", "aria-label": photos ? `${words} (${photos})` : words, on: { click: open },
  }, icon("camera"), el("span.photo-count.numerals", { "aria-hidden": "true" }, photos ? String(photos) : "+"));
}

async function remove({ client }, { id, title, photos = 0 }, { date, refresh }) {
  const help = photos ? t("maintenance.deleteEntryPhotos", { count: photos }) : t("maintenance.deleteEntryHelp");
  if (!await confirmed(t("maintenance.deleteEntryOf", { title, date }), help, t("maintenance.deleteEntry"))) return;
  try {
    await client.request("DELETE", `/maintenance/history/${id}`);
  } catch (error) {
    toast(maintenanceProblem(error), { tone: "danger" });
  }
  await refresh();
}

/** The costs of each year, the newest first; null without costs. Amounts of several currencies stand side by side. */
export function costTable(costs) {
  if (!costs.length) return null;
  const years = [...Map.groupBy(costs, ({ year }) => year)].sort(([a], [b]) => b - a);
  return el("div.service-costs", {}, el("h3", {}, t("maintenance.costs")),
    facts(years.map(([year, own]) => [String(year), costText(sumCosts(own.map(({ total }) => [total])), { hasCodes: true })])));
}
