// Weekly windows: hours of chosen weekdays in the home's time zone, such as `sat,sun 08:00-20:00`. A window whose end
// is before its start continues after midnight. A day is 0 = Sunday … 6 = Saturday, a time is the minute of its day.

import { firstWeekday } from "../core/preferences.js";
import { language, list, locale, t } from "../core/text.js";

const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** The days of the week, in the order of the page's locale. */
export function week() {
  const first = firstWeekday(language());
  return names.map((_, index) => (first + index) % 7);
}

// MARK: The format of the gateway

/** `{ days, from, to, text }` of a text such as `sat,sun 08:00-20:00`. */
export function parseWindow(text) {
  const [days, times] = text.split(" ");
  const [from, to] = times.split("-").map(minuteOf);
  return { days: days === "daily" ? names.map((_, day) => day) : days.split(",").flatMap(daysOf), from, to, text };
}

/** A window as text, such as `sat,sun 08:00-20:00`. */
export function formatWindow({ days, from, to }) {
  const chosen = days.length === 7 ? "daily" : names.filter((_, day) => days.includes(day)).join(",");
  return `${chosen} ${clockOf(from)}-${clockOf(to)}`;
}

function daysOf(text) {
  const [first, last] = text.split("-").map((name) => names.indexOf(name));
  const count = last === undefined ? 1 : ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, offset) => (first + offset) % 7);
}

/** The minute of the day of a time such as `08:30`. */
export function minuteOf(text) {
  const [hours, minutes] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The time of a minute of the day, such as `08:30`. */
export const clockOf = (minute) =>
  [Math.floor(minute / 60), minute % 60].map((value) => String(value).padStart(2, "0")).join(":");

// MARK: As minutes of a week that begins on Sunday

/** An array with a 1 for each minute of the week that lies in a window. */
export function minutesOf(windows) {
  const minutes = new Uint8Array(weekMinutes);
  for (const { days, from, to } of windows) {
    const length = to > from ? to - from : to - from + dayMinutes;
    for (const day of days) fill(minutes, day * dayMinutes + from, length, 1);
  }
  return minutes;
}

/** Sets `length` minutes of a week from `start` on; after the end of the week it continues at its start. */
export function fill(minutes, start, length, value) {
  const end = start + length;
  minutes.fill(value, start, Math.min(end, weekMinutes));
  if (end > weekMinutes) minutes.fill(value, 0, end - weekMinutes);
}

/** The fewest windows that contain exactly these minutes. A window of less than a day may continue after midnight. */
export function windowsOf(minutes) {
  const groups = new Map();
  for (const { start, length } of runs(minutes)) {
    for (const { day, from, to } of pieces(start, length)) {
      const key = `${from}-${to}`;
      if (!groups.has(key)) groups.set(key, { days: [], from, to });
      groups.get(key).days.push(day);
    }
  }
  const order = week();
  const first = ({ days }) => Math.min(...days.map((day) => order.indexOf(day)));
  return [...groups.values()].sort((a, b) => first(a) - first(b) || a.from - b.from);
}

/** Runs of minutes without a gap; a run may continue after the end of the week. */
function runs(minutes) {
  const gap = minutes.indexOf(0);
  if (gap < 0) return [{ start: 0, length: weekMinutes }];
  const found = [];
  for (let offset = 0; offset < weekMinutes; offset += 1) {
    const minute = (gap + offset) % weekMinutes;
    if (!minutes[minute]) continue;
    const last = found.at(-1);
    if (last && (last.start + last.length) % weekMinutes === minute) last.length += 1;
    else found.push({ start: minute, length: 1 });
  }
  return found;
}

function pieces(start, length) {
  const day = Math.floor(start / dayMinutes);
  const from = start % dayMinutes;
  if (from + length <= dayMinutes) return [{ day, from, to: from + length }];
  if (length < dayMinutes) return [{ day, from, to: from + length - dayMinutes }];
  const rest = dayMinutes - from;
  return [{ day, from, to: dayMinutes }, ...pieces(((day + 1) % 7) * dayMinutes, length - rest)];
}

// MARK: Text

const sunday = Date.UTC(2023, 0, 1);

/** "Saturday", "Sat" or "S". */
export const dayName = (day, weekday = "long") =>
  new Intl.DateTimeFormat(locale(), { weekday, timeZone: "UTC" }).format(sunday + day * dayMinutes * 60_000);

/** A time as short as possible: "08", "08:30", "8 AM". */
export function hourText(minute) {
  const options = minute % 60 ? { timeStyle: "short" } : { hour: "numeric" };
  const format = new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" });
  const isEndOfDay = minute === dayMinutes && format.resolvedOptions().hourCycle === "h23";
  return isEndOfDay ? "24" : format.format(minute * 60_000);
}

/** A range of hours; word joiners prevent a line break at the dash. */
export const hourRangeText = (from, to) => `${hourText(from)}\u2060–\u2060${hourText(to)}`;

/** "Saturdays and Sundays 08–20". */
function windowWords({ days, from, to }) {
  const isWholeDay = from === 0 && to === dayMinutes;
  return isWholeDay ? dayWords(days) : t("people.window", { days: dayWords(days), hours: hourRangeText(from, to) });
}

/** Several windows, separated by semicolons, because each contains commas. */
export const windowsWords = (windows) => windows.map(windowWords).join("; ");

function dayWords(days) {
  if (days.length === 7) return t("people.daily");
  const order = week().filter((day) => days.includes(day));
  const isRow = order.length > 2 && order.every((day, index) => !index || day === (order[index - 1] + 1) % 7);
  const words = order.map((day) => t(`people.days.${names[day]}`));
  return isRow ? t("people.dayRange", { first: words[0], last: words.at(-1) }) : list(words);
}
