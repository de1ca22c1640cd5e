// Dates in the home's time zone, independent of the browser's. A date is a text such as "2026-11-22", a moment is in
// milliseconds since 1970.

import { firstWeekday } from "../core/preferences.js";
import { language, locale } from "../core/text.js";

const hour = 3_600_000;
const day = 24 * hour;
const clocks = new Map();

function clock(zone) {
  if (!clocks.has(zone)) {
    clocks.set(zone, new Intl.DateTimeFormat("en-US", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric",
      minute: "numeric", second: "numeric",
    }));
  }
  return clocks.get(zone);
}

/** The local time of `zone` at the moment `time`, as if it were UTC, in milliseconds. */
function wallClock(time, zone) {
  const parts = Object.fromEntries(clock(zone).formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

const isoDate = (time) => new Date(time).toISOString().slice(0, 10);

/** The date of a moment in `zone`. */
export const dateOf = (time, zone) => isoDate(wallClock(time, zone));

/** The hour of a moment in `zone`, 0 to 23. */
export const hourOf = (time, zone) => new Date(wallClock(time, zone)).getUTCHours();

/** The first moment of `date` in `zone`. A day does not always begin at midnight, nor always has 24 hours. */
function startOf(date, zone) {
  const midnight = Date.parse(date);
  const moments = [-day, day].map((side) => midnight - (wallClock(midnight + side, zone) - midnight - side));
  const within = moments.filter((moment) => dateOf(moment, zone) === date);
  return Math.min(...(within.length ? within : moments));
}

export const plusDays = (date, count) => isoDate(Date.parse(date) + count * day);

/** The first day of the month that is `count` months after the month of `date`. */
function plusMonths(date, count) {
  const [year, month] = date.split("-").map(Number);
  return isoDate(Date.UTC(year, month - 1 + count, 1));
}

/** The first date of the `day`, `week`, `month` or `year` that contains `date`. */
function firstOf(period, date) {
  switch (period) {
  case "week": return plusDays(date, -((new Date(date).getUTCDay() - firstWeekday(language()) + 7) % 7));
  case "month": return `${date.slice(0, 7)}-01`;
  case "year": return `${date.slice(0, 4)}-01-01`;
  default: return date;
  }
}

/** The first date of the period that is `count` periods after the one that begins at `first`. */
export function move(period, first, count) {
  if (period === "month" || period === "year") return plusMonths(first, period === "year" ? 12 * count : count);
  return plusDays(first, period === "week" ? 7 * count : count);
}

/** Rounds up to a whole hour: energy is summed by whole hours, and each belongs to the day in which it begins. */
const wholeHour = (time) => Math.ceil(time / hour) * hour;

/** The period that contains `date`: `{ period, first, next, from, to }`. `first` and `next` are dates, `from` and `to`
 *  moments. */
export function span(period, date, zone) {
  const first = firstOf(period, date);
  const next = move(period, first, 1);
  return { period, first, next, from: wholeHour(startOf(first, zone)), to: wholeHour(startOf(next, zone)) };
}

const grains = { day: "hour", week: "day", month: "day", year: "month" };

/** The size of a bar in a chart of `period`, and `keyOf(time)`, the key of the bar that contains a moment. */
export function grain(period, zone) {
  const name = grains[period];
  if (name === "hour") return { name, keyOf: (time) => Math.floor(time / hour) * hour };
  const length = name === "day" ? 10 : 7;
  return { name, keyOf: (time) => dateOf(time, zone).slice(0, length) };
}

/** The bars of a period: `{ key, label, title, date }`; `label` is for the axis, `title` for tables. Hours have no
 *  `date`, but `hour`, 0 to 23. */
export function buckets({ period, first, next, from, to }, zone) {
  const list = [];
  if (period === "day") {
    for (let start = from; start < to; start += hour) list.push(hourBucket(start, zone));
    return distinct(list, zone);
  }
  const isYear = period === "year";
  for (let date = first; date < next; date = isYear ? plusMonths(date, 1) : plusDays(date, 1)) {
    const day = period === "week" ? { weekday: "short", day: "numeric" } : { day: "numeric" };
    const label = isYear ? { month: "short" } : day;
    const title = isYear ? { month: "long", year: "numeric" } : { weekday: "short", day: "numeric", month: "short" };
    const texts = { label: dateText(date, label), title: dateText(date, title) };
    list.push({ key: isYear ? date.slice(0, 7) : date, date, ...texts });
  }
  return list;
}

function hourBucket(start, zone) {
  const format = new Intl.DateTimeFormat(locale(), { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  const label = new Intl.DateTimeFormat(locale(), { timeZone: zone, hour: "2-digit" }).format(start);
  return { key: start, hour: hourOf(start, zone), label, title: `${format.format(start)}–${format.format(start + hour)}` };
}

/** Adds the name of the time zone to hours that occur twice in a day, because the clocks went back. */
function distinct(list, zone) {
  const format = new Intl.DateTimeFormat(locale(), { timeZone: zone, hour: "2-digit", timeZoneName: "short" });
  const zoneName = (time) => format.formatToParts(time).find(({ type }) => type === "timeZoneName").value;
  const twice = list.filter(({ label }, index) => list.some((other, at) => at !== index && other.label === label));
  for (const bucket of twice) bucket.title += ` ${zoneName(bucket.key)}`;
  return list;
}

/** A date as text, without a conversion between time zones. */
export const dateText = (date, options) =>
  new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...options }).format(Date.parse(date));

/** "Sunday 22 November 2026", "16–22 Nov 2026", "November 2026", "2026". */
export function spanText({ period, first, next }) {
  if (period === "year") return first.slice(0, 4);
  if (period === "month") return dateText(first, { month: "long", year: "numeric" });
  if (period === "day") return dateText(first, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return rangeText(first, plusDays(next, -1), { day: "numeric", month: "short", year: "numeric" });
}

/** The dates from `first` to `last` as text: "Mon – Wed". */
export const rangeText = (first, last, options) =>
  new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...options }).formatRange(Date.parse(first), Date.parse(last));
