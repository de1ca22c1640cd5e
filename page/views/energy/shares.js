// Lists of the consumption by device and by room, with shares.

import { amountText, flowsOf, unmetered, used } from "../../home/balance.js";
import { el } from "../../core/dom.js";
import { number } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { dataTable, downloadButton } from "../../charts/data-table.js";

/** So many rows are shown at once; up to two more are shown as well. */
const shownRows = 10;

/** Puts both lists into `container`; open `details` elements stay open. */
export function shareLists(container, { devices, rooms, flows, span }) {
  const isOpen = [...container.querySelectorAll("details")].map(({ open }) => open);
  const rest = unmetered(flows);
  const all = used(flows);
  if (!all) return container.replaceChildren();
  const lists = [["device", devices.rows], ["room", rooms.rows]];
  container.replaceChildren(...lists.map(([by, rows]) => list(by, rowsOf(by, rows, rest), all.kilowattHours, span)));
  container.querySelectorAll("details").forEach((fold, index) => { fold.open = isOpen[index] ?? false; });
}

function rowsOf(by, rows, rest) {
  const found = rows.map((row) => ({ ...row, amount: flowsOf(row.amounts).consumption })).filter(({ amount }) => amount)
    .map((row) => ({ ...row, name: row.name ?? t(by === "room" ? "home.noRoom" : "energy.nameless") }));
  return [...found, rest && { name: t("energy.unmetered"), amount: rest }].filter(Boolean)
    .sort((a, b) => b.amount.kilowattHours - a.amount.kilowattHours);
}

function list(by, rows, all, span) {
  const caption = t(`energy.by.${by}`);
  const columns = [t(`energy.${by}`), t("energy.amount"), t("energy.share")];
  const table = (some, title) => dataTable({ caption: title, columns, rows: some.map((row) => line(row, all)) });
  const file = () => ({
    name: `${t("energy.file")}-${span.period}-${span.first}-${by}`,
    rows: [[t(`energy.${by}`), "kWh", t("energy.share"), t("energy.isEstimated")], ...rows.map(({ name, amount }) =>
      [name, amount.kilowattHours, amount.kilowattHours / (all || 1), Number(amount.isEstimated)])],
  });
  const shown = rows.length > shownRows + 2 ? shownRows : rows.length;
  const more = t("energy.more", { count: rows.length - shown });
  return el("div.share-list", {},
    el("div.section-head", {}, el("h3", {}, caption), downloadButton(file)),
    table(rows.slice(0, shown), caption),
    rows.length > shown && el("details", {}, el("summary", {}, more), table(rows.slice(shown), `${caption}, ${more}`)));
}

function line({ device, name, amount }, all) {
  const share = all > 0 ? Math.max(amount.kilowattHours / all, 0) : 0;
  const bar = el("span.share-bar", { "aria-hidden": "true" });
  bar.style.setProperty("--share", Math.min(share, 1));
  const text = `${number(share * 100, share < 0.1 && share > 0 ? 1 : 0)} %`;
  return [
    device ? el("a", { href: address("device", device) }, name) : name,
    amountText(amount), el("span.share", {}, bar, el("span", {}, text)),
  ];
}
