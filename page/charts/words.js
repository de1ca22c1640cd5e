// What a chart says in words: of all that it shows, and of the moment that someone points at.

import { quantity, quantityText, readingText, when } from "../core/format.js";
import { locale, t } from "../core/text.js";
import { day, hour, length } from "./span.js";
import { shares } from "./spans.js";

const days = { day: "numeric", month: "short", year: "numeric" };

/** "21 Nov, 10:00 – 11:00", as finely as the stretch is long. */
export function spanText(span) {
  const options = length(span) <= 2 * day
    ? { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }
    : days;
  return new Intl.DateTimeFormat(locale(), options).formatRange(span.from, span.to);
}

export function durationText(milliseconds) {
  const [unit, size] = units.find(([, size]) => milliseconds >= size * 2) ?? units.at(-1);
  const maximumFractionDigits = milliseconds < 10 * size ? 1 : 0;
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits };
  return new Intl.NumberFormat(locale(), options).format(milliseconds / size);
}

const units = [["day", day], ["hour", hour], ["minute", 60_000], ["second", 1000]];

/** All of it in one line. */
export function overview({ nature, rows, isRaw }, span, capability) {
  const inside = rows.filter((row) => (row.end ?? span.to) >= span.from && row.start <= span.to);
  switch (nature) {
  case "line": return inside.length ? t("chart.band", bandOf(inside, isRaw, capability.unit)) : "";
  case "counter": return t("chart.sum", { amount: quantityText(sumOf(inside), capability.unit) });
  case "moments": return t("chart.count", { count: inside.length });
  case "steps": return inside.length ? rangeText(...extent(inside), capability.unit) : "";
  default: return shares(rows, span).map((share) => shareText(share, capability)).join(", ");
  }
}

const sumOf = (rows) => rows.reduce((sum, row) => sum + row.amount, 0);

export const stateText = (capability, value) =>
  (value === undefined ? t("chart.unknown") : readingText(capability, value));

export const shareText = ({ value, milliseconds }, capability) =>
  t("chart.share", { state: stateText(capability, value), duration: durationText(milliseconds) });

const extent = (rows) => [Math.min(...rows.map(({ value }) => value)), Math.max(...rows.map(({ value }) => value))];

function bandOf(rows, isRaw, unit) {
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  const weights = rows.reduce((sum, row) => sum + (row.weight ?? 1), 0);
  const mean = isRaw ? meanOverTime(rows) : rows.reduce((sum, row) => sum + row.mean * (row.weight ?? 1), 0) / weights;
  return { range: rangeText(low, high, unit), mean: quantityText(mean, unit) };
}

/** "19.5 – 21.1 °C"; one number where they are the same. */
function rangeText(low, high, unit) {
  const [[from, its], [to, same]] = [quantity(low, unit), quantity(high, unit)];
  const first = its === same ? from : `${from} ${its}`;
  return from === to && its === same ? quantityText(high, unit) : `${first} – ${quantityText(high, unit)}`;
}

/** Each reading holds until the next. */
function meanOverTime(rows) {
  const long = rows.at(-1).start - rows[0].start;
  if (!long) return rows[0].mean;
  return rows.slice(1).reduce((sum, row, index) => sum + rows[index].mean * (row.start - rows[index].start), 0) / long;
}

/** "14:02  21.4 °C (21.0 – 21.9)"; null where nothing is known. */
export function pointed(series, time, span, capability) {
  const row = rowAt(series, time, span);
  return row && `${timeText(row, span)}   ${rowText(series, row, capability)}`;
}

/** The row that holds at a moment: the nearest of a line, else the one that had begun. */
function rowAt({ nature, rows }, time, span) {
  if (nature === "line" || nature === "moments") {
    const row = rows.reduce((best, row) => (!best || away(row, time) < away(best, time) ? row : best), null);
    return row && away(row, time) < length(span) / 20 ? row : null;
  }
  if (nature === "counter") return rows.find(({ start, end }) => start <= time && time < end);
  return rows.findLast(({ start }) => start <= time);
}

const away = ({ start, end = start }, time) => Math.abs((start + end) / 2 - time);

function rowText({ nature, isRaw }, row, capability) {
  if (nature === "counter") return quantityText(row.amount, capability.unit);
  if (nature !== "line") return readingText(capability, row.value);
  const text = quantityText(row.mean, capability.unit);
  return isRaw ? text : `${text} (${rangeText(row.low, row.high, capability.unit)})`;
}

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

