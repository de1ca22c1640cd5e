// The energy of a period as a table and as a CSV file.

import { numerals, sum } from "../../home/balance.js";
import { plusDays } from "../../home/calendar.js";
import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dataTable } from "../../charts/data-table.js";
import { costCells, costText, costTitles } from "./money.js";

/** An amount without its unit, which is in the column title. */
const numeral = (amount) => numerals(amount)[0];

/** The columns of money that have a value: `{ title, costs, total }`, with a cost list for each bucket. */
const moneyColumns = ({ costs, revenues, cost, revenue }) => [
  { title: t("energy.cost"), costs, total: cost }, { title: t("energy.revenue"), costs: revenues, total: revenue },
].filter(({ total }) => total);

/** `open(index)` opens a bucket. */
export function energyTable(model, open) {
  const { series, grain } = model;
  const money = moneyColumns(model);
  const cells = (amounts, costs) => [...[...amounts, sum(amounts)].map(numeral), ...costs.map(costText)];
  return dataTable({
    caption: `${t(`energy.course.${grain.name}`)}, ${t(`energy.stack.${model.stack}`)}`,
    columns: [t(`energy.grain.${grain.name}`), ...series.map(({ name }) => name), t("energy.altogether"),
      ...money.map(({ title }) => title)],
    rows: past(model).map(({ bucket, index }) => [
      el("button.link", { type: "button", on: { click: () => open(index) } }, bucket.title),
      ...cells(series.map(({ amounts }) => amounts[index]), money.map(({ costs }) => costs[index])),
    ]),
    foot: [t("energy.altogether"), ...cells(series.map(({ total }) => total), money.map(({ total }) => total))],
  });
}

/** The buckets that have begun; later ones have no row. */
function past({ buckets, grain }) {
  const now = grain.keyOf(Date.now());
  return buckets.map((bucket, index) => ({ bucket, index })).filter(({ bucket }) => bucket.key <= now);
}

/** The name of a file with its dates: `energy-2026-11-16-2026-11-22-device`. */
export function datedName({ first, next }, ...words) {
  const last = plusDays(next, -1);
  return [t("energy.file"), first, last !== first && last, ...words].filter(Boolean).join("-");
}

/** `{ name, rows }` of the CSV file. The energy is in kWh, money in the currency that the title names. */
export function energyFile(model) {
  const { series, stack, span, grain } = model;
  const money = moneyColumns(model);
  const isEstimated = series.some(({ total }) => total?.isEstimated);
  const titles = [
    t(`energy.grain.${grain.name}`), ...series.map(({ name }) => `${name} (kWh)`), `${t("energy.altogether")} (kWh)`,
    ...money.flatMap(({ title, costs }) => costTitles(costs, title)), ...(isEstimated ? [t("energy.isEstimated")] : []),
  ];
  const rows = past(model).map(({ bucket, index }) => {
    const amounts = series.map(({ amounts: all }) => all[index]);
    return [
      bucket.date ?? new Date(bucket.key).toISOString(),
      ...[...amounts, sum(amounts)].map((one) => one?.kilowattHours ?? null),
      ...money.flatMap(({ costs }) => costCells(costs, costs[index])),
      ...(isEstimated ? [Number(amounts.some((one) => one?.isEstimated))] : []),
    ];
  });
  return { name: datedName(span, grain.name, stack), rows: [titles, ...rows] };
}
