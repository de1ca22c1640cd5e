// Lists of the consumption by device and by room, with costs and shares.

import { amountText, flowsOf, unmetered, used } from "../../home/balance.js";
import { el } from "../../core/dom.js";
import { number } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { dataTable, downloadButton } from "../../charts/data-table.js";
import { datedName } from "./energy-table.js";
import { costCells, costText, costTitles } from "./money.js";

/** So many rows are shown at once; up to two more are shown as well. */
const shownRows = 10;

/** Puts both lists into `container`; open `details` elements stay open. */
export function shareLists(container, { devices, rooms, flows, span }) {
  const isOpen = [...container.querySelectorAll("details")].map(({ open }) => open);
  const rest = unmetered(flows);
  const all = used(flows);
  if (!all) return container.replaceChildren();
  const lists = [["device", devices.rows], ["room", rooms.rows]];
  const note = flows.production && hasCosts(devices.rows) && el("p.muted", {}, t("energy.cost.ofDevices"));
  const found = lists.map(([by, rows]) => list(by, consumerRows(by, rows, rest), all.kilowattHours, span));
  container.replaceChildren(...found, ...[note].filter(Boolean));
  container.querySelectorAll("details").forEach((fold, index) => { fold.open = isOpen[index] ?? false; });
}

/** The rows of an answer that consumed energy, with one for `rest`, which no device has metered; the largest first. */
export function consumerRows(by, rows, rest) {
  const found = rows.map((row) => ({ ...row, amount: flowsOf(row.amounts).consumption })).filter(({ amount }) => amount)
    .map((row) => ({ ...row, name: row.name ?? t(by === "room" ? "home.noRoom" : "energy.nameless") }));
  return [...found, rest && { name: t("energy.unmetered"), amount: rest }].filter(Boolean)
    .sort((a, b) => b.amount.kilowattHours - a.amount.kilowattHours);
}

function list(by, rows, all, span) {
  const caption = t(`energy.by.${by}`);
  const shown = rows.length > shownRows + 2 ? shownRows : rows.length;
  const more = t("energy.more", { count: rows.length - shown });
  return el("div.share-list", {},
    el("div.section-head", {}, el("h3", {}, caption), downloadButton(() => shareFile(by, rows, all, span))),
    consumerTable(by, rows.slice(0, shown), all, caption, hasCosts(rows)),
    rows.length > shown && el("details.fold", {}, el("summary", {}, more),
      consumerTable(by, rows.slice(shown), all, `${caption}, ${more}`, hasCosts(rows))));
}

const hasCosts = (rows) => rows.some(({ cost }) => cost);

/** A table of rows with their parts of `all`, in kWh. */
export function consumerTable(by, rows, all, caption, isPriced = hasCosts(rows)) {
  const columns = [t(`energy.${by}`), t("energy.amount"), isPriced && t("energy.cost"), t("energy.share")];
  return dataTable({ caption, columns: columns.filter(Boolean), rows: rows.map((row) => line(row, all, isPriced)) });
}

function line({ device, name, amount, cost }, all, isPriced) {
  const share = all > 0 ? Math.max(amount.kilowattHours / all, 0) : 0;
  const bar = el("span.share-bar", { "aria-hidden": "true" });
  bar.style.setProperty("--share", Math.min(share, 1));
  const text = `${number(share * 100, share < 0.1 && share > 0 ? 1 : 0)}\u00a0%`;
  const cells = [
    device ? el("a", { href: address("device", device) }, name) : name,
    amountText(amount), isPriced && (costText(cost) || "–"), el("span.share", {}, bar, el("span", {}, text)),
  ];
  return cells.filter((cell) => cell !== false);
}

function shareFile(by, rows, all, span) {
  const costs = rows.map(({ cost }) => cost);
  const titles = [
    t(`energy.${by}`), `${t("energy.amount")} (kWh)`, ...costTitles(costs, t("energy.cost")), `${t("energy.share")} (%)`,
    t("energy.isEstimated"),
  ];
  const lines = rows.map(({ name, amount, cost }) => [
    name, amount.kilowattHours, ...costCells(costs, cost), 100 * amount.kilowattHours / (all || 1), Number(amount.isEstimated),
  ]);
  return { name: datedName(span, by), rows: [titles, ...lines] };
}
