// The ticks of a time axis, at round calendar moments, and their labels.

import { when } from "../core/format.js";
import { day, hour, length } from "./span.js";

/** Possible distances of ticks: unit, number of units, and the approximate length in milliseconds. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => ["minute", count, count * 60_000]),
  ...[1, 2, 3, 6, 12].map((count) => ["hour", count, count * hour]),
  ["day", 1, day], ["day", 2, 2 * day], ["week", 1, 7 * day],
  ...[1, 2, 3, 6].map((count) => ["month", count, count * 30 * day]), ["month", 12, 365 * day],
];
const pixelsApart = 66;

/** `[{ value, label }]`, in the time zone of the browser. */
export function timeTicks(span, pixels) {
  const most = Math.max(Math.floor(pixels / pixelsApart), 2);
  const [unit, count] = steps.find(([, , long]) => length(span) / long <= most) ?? steps.at(-1);
  const ticks = [];
  for (const date = floor(new Date(span.from), unit, count); date <= span.to; advance(date, unit, count)) {
    if (date >= span.from) ticks.push({ value: date.getTime(), label: label(date, unit, count) });
  }
  return ticks;
}

function floor(date, unit, count) {
  date.setSeconds(0, 0);
  if (unit === "minute") date.setMinutes(date.getMinutes() - date.getMinutes() % count);
  else date.setMinutes(0);
  if (unit === "hour") date.setHours(date.getHours() - date.getHours() % count);
  if (["day", "week", "month"].includes(unit)) date.setHours(0);
  if (unit === "week") date.setDate(date.getDate() - (date.getDay() + 6) % 7);
  if (unit === "month") date.setMonth(date.getMonth() - date.getMonth() % count, 1);
  return date;
}

function advance(date, unit, count) {
  switch (unit) {
  case "minute": return date.setTime(date.getTime() + count * 60_000);
  case "hour": return date.setHours(date.getHours() + count);
  case "month": return date.setMonth(date.getMonth() + count);
  default: return date.setDate(date.getDate() + count * (unit === "week" ? 7 : 1));
  }
}

function label(date, unit, count) {
  const isMidnight = !date.getHours() && !date.getMinutes();
  if (unit === "month" && (count === 12 || !date.getMonth())) return when(date, { year: "numeric" });
  if (unit === "month") return when(date, { month: "short" });
  if (["day", "week"].includes(unit)) return when(date, { day: "numeric", month: "short" });
  return when(date, isMidnight ? { weekday: "short", day: "numeric" } : { timeStyle: "short" });
}
