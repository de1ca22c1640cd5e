// The data of a history chart as a table, newest first.

import { el } from "../core/dom.js";
import { durationText, quantityText } from "../core/format.js";
import { t } from "../core/text.js";
import { stateIntervals } from "./state-intervals.js";
import { stateText, timeText } from "./chart-text.js";

/** `label` names the table. */
export function historyTable({ series, span, capability }, label) {
  const { columns, rows } = contents(series, span, capability);
  return el("div.table-frame", { role: "region", tabindex: 0, "aria-label": label },
    el("table.table", {},
      el("caption.visually-hidden", {}, label),
      el("thead", {}, el("tr", {}, columns.map((column) => el("th", { scope: "col" }, t(`chart.${column}`))))),
      el("tbody", {}, rows.toReversed().map(([time, ...cells]) =>
        el("tr", {}, el("th", { scope: "row" }, time), cells.map((cell) => el("td", {}, cell)))))));
}

function contents({ seriesKind, rows, isRaw }, span, capability) {
  const text = (value) => quantityText(value, capability.unit);
  const inside = rows.filter((row) => (row.end ?? row.start) >= span.from && row.start <= span.to);
  switch (seriesKind) {
  case "line":
    return isRaw
      ? { columns: ["time", "value"], rows: inside.map((row) => [timeText(row, span), text(row.mean)]) }
      : {
        columns: ["time", "mean", "lowest", "highest"],
        rows: inside.map((row) => [timeText(row, span), text(row.mean), text(row.low), text(row.high)]),
      };
  case "counter":
    return { columns: ["time", "amount"], rows: inside.map((row) => [timeText(row, span), text(row.amount)]) };
  case "moments":
    return {
      columns: ["time", "state"], rows: inside.map((row) => [timeText(row, span), stateText(capability, row.value)]),
    };
  default:
    return {
      columns: ["from", "state", "duration"],
      rows: stateIntervals(rows, span).map(({ start, end, value }) =>
        [timeText({ start }, span), stateText(capability, value), durationText((end - start) / 1000)]),
    };
  }
}
