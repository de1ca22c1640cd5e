// Texts of a chart: about the whole span, and about the moment under the pointer.

import { durationText, quantity, quantityText, readingText, when, withUnit } from "../core/format.js";
import { locale, t } from "../core/text.js";
import { day, hour, length } from "./span.js";
import { stateShares } from "./state-intervals.js";

const days = { day: "numeric", month: "short", year: "numeric" };

/** "21 Nov, 10:00 – 11:00"; without times when the span is longer than two days. */
export function spanText(span) {
  const options = length(span) <= 2 * day
    ? { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }
    : days;
  return new Intl.DateTimeFormat(locale(), options).formatRange(span.from, span.to);
}

/** One line about the whole span. */
export function overviewText({ seriesKind, rows, isRaw }, span, capability) {
  const inside = rows.filter((row) => (row.end ?? span.to) >= span.from && row.start <= span.to);
  switch (seriesKind) {
  case "line": return inside.length ? t("chart.band", bandOf(inside, isRaw, capability.unit)) : "";
  case "counter": return t("chart.sum", { amount: quantityText(sumOf(inside), capability.unit) });
  case "moments": return t("chart.count", { count: inside.length });
  case "steps": return inside.length ? rangeText(...extent(inside), capability.unit) : "";
  default: return stateShares(rows, span).map((share) => shareText(share, capability)).join(", ");
  }
}

const sumOf = (rows) => rows.reduce((sum, row) => sum + row.amount, 0);

export const stateText = (capability, value) =>
  (value === undefined ? t("chart.unknown") : readingText(capability, value));

export const shareText = ({ value, milliseconds }, capability) =>
  t("chart.share", { state: stateText(capability, value), duration: durationText(milliseconds / 1000) });

const extent = (rows) => [Math.min(...rows.map(({ value }) => value)), Math.max(...rows.map(({ value }) => value))];

function bandOf(rows, isRaw, unit) {
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  const weights = rows.reduce((sum, row) => sum + (row.weight ?? 1), 0);
  const mean = isRaw ? meanOverTime(rows) : rows.reduce((sum, row) => sum + row.mean * (row.weight ?? 1), 0) / weights;
  return { range: rangeText(low, high, unit), mean: quantityText(mean, unit) };
}

/** "19.5 – 21.1 °C"; one number when both are the same. */
function rangeText(low, high, unit) {
  const [[from, its], [to, same]] = [quantity(low, unit), quantity(high, unit)];
  const first = its === same ? from : withUnit([from, its]);
  return from === to && its === same ? quantityText(high, unit) : `${first} – ${quantityText(high, unit)}`;
}

/** The mean over time: each reading is valid until the next one. */
function meanOverTime(rows) {
  const long = rows.at(-1).start - rows[0].start;
  if (!long) return rows[0].mean;
  return rows.slice(1).reduce((sum, row, index) => sum + rows[index].mean * (row.start - rows[index].start), 0) / long;
}

/** "14:02  21.4 °C (21.0 – 21.9)"; null or undefined when nothing is known at that moment. */
export function pointText(series, time, span, capability) {
  const row = rowAt(series, time, span);
  return row && `${timeText(row, span)}   ${rowText(series, row, capability)}`;
}

/** The row of a moment: of a line or of moments the nearest, else the last one that had begun. */
function rowAt({ seriesKind, rows }, time, span) {
  if (seriesKind === "line" || seriesKind === "moments") {
    const row = rows.reduce((best, row) => (!best || distance(row, time) < distance(best, time) ? row : best), null);
    return row && distance(row, time) < length(span) / 20 ? row : null;
  }
  if (seriesKind === "counter") return rows.find(({ start, end }) => start <= time && time < end);
  return rows.findLast(({ start }) => start <= time);
}

const distance = ({ start, end = start }, time) => Math.abs((start + end) / 2 - time);

function rowText({ seriesKind, isRaw }, row, capability) {
  if (seriesKind === "counter") return quantityText(row.amount, capability.unit);
  if (seriesKind !== "line") return readingText(capability, row.value);
  const text = quantityText(row.mean, capability.unit);
  return isRaw ? text : `${text} (${rangeText(row.low, row.high, capability.unit)})`;
}

/** The time of a row, or the range from its start to its end. */
export function timeText({ start, end = start }, span) {
  const isDays = end - start >= day;
  if (isDays && end - start > 1.5 * day) {
    return new Intl.DateTimeFormat(locale(), days).formatRange(start, end - 1);
  }
  if (isDays) return when(start, { weekday: "short", ...days });
  const precise = length(span) <= hour && end === start ? { second: "2-digit" } : {};
  const isToday = new Date(start).toDateString() === new Date().toDateString();
  const date = isToday ? {} : { day: "numeric", month: "short" };
  return when(start, { ...date, hour: "2-digit", minute: "2-digit", ...precise });
}

