// The energy of a period as a table and as a CSV file.

import { numerals, sum } from "../../home/balance.js";
import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dataTable } from "../../charts/data-table.js";

/** An amount without its unit, which is in the column title. */
const numeral = (amount) => numerals(amount)[0];

export function energyTable(model, open) {
  const { series, grain } = model;
  const cells = (amounts) => [...amounts, sum(amounts)].map(numeral);
  return dataTable({
    caption: `${t(`energy.course.${grain.name}`)}, ${t(`energy.stack.${model.stack}`)}`,
    columns: [t(`energy.grain.${grain.name}`), ...series.map(({ name }) => name), t("energy.altogether")],
    rows: past(model).map(({ bucket, index }) => [
      head(bucket, grain, open), ...cells(series.map(({ amounts }) => amounts[index])),
    ]),
    foot: [t("energy.altogether"), ...cells(series.map(({ total }) => total))],
  });
}

/** The row header. A day or a month is a button that opens it. */
function head({ title, date }, grain, open) {
  return grain.name === "hour" ? title : el("button.link", { type: "button", on: { click: () => open(date) } }, title);
}

/** The buckets that have begun; later ones have no row. */
function past({ buckets, grain }) {
  const now = grain.keyOf(Date.now());
  return buckets.map((bucket, index) => ({ bucket, index })).filter(({ bucket }) => bucket.key <= now);
}

/** `{ name, rows }` of the CSV file. */
export function energyFile(model) {
  const { series, stack, span, grain } = model;
  const isEstimated = series.some(({ total }) => total?.isEstimated);
  const titles = [t(`energy.grain.${grain.name}`), ...series.map(({ name }) => `${name} (kWh)`)];
  const rows = past(model).map(({ bucket, index }) => {
    const amounts = series.map(({ amounts: all }) => all[index]);
    const start = bucket.date ?? new Date(bucket.key).toISOString();
    const cells = [start, ...amounts.map((one) => one?.kilowattHours ?? null)];
    return isEstimated ? [...cells, Number(amounts.some((one) => one?.isEstimated))] : cells;
  });
  return {
    name: `${t("energy.file")}-${span.period}-${span.first}-${grain.name}-${stack}`,
    rows: [isEstimated ? [...titles, t("energy.isEstimated")] : titles, ...rows],
  };
}
