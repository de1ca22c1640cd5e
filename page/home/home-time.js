// The home's time zone, in which the hours of grants are, and times as the clocks in the home show them.

import { now } from "../core/clock.js";
import { when } from "../core/format.js";

const dayMilliseconds = 86_400_000;
const yearMilliseconds = 300 * dayMilliseconds;
const halfYearMilliseconds = 183 * dayMilliseconds;

/** The browser's time zone, such as `Europe/Stockholm`. */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether clocks in this time zone differ from the browser's, now or in half a year. Zones are not compared by name,
 *  because one zone can have several. */
export const isOtherTimeZone = (timeZone) => Boolean(timeZone)
  && [now(), now() + halfYearMilliseconds].some((time) => clockIn(timeZone, time) !== clockIn(undefined, time));

const clockIn = (timeZone, time) => when(time, { dateStyle: "short", timeStyle: "short", timeZone });

/** A time zone as text: "America/New York". */
export const timeZoneText = (timeZone) => timeZone.replaceAll("_", " ");

/** "18:00", with the day unless that is today: "Tue 24 Nov 08:00". */
export function homeTime(time, { timeZone }) {
  const clock = when(time, { timeStyle: "short", timeZone });
  const today = dayText(now(), timeZone);
  return dayText(time, timeZone) === today ? clock : `${dayText(time, timeZone)} ${clock}`;
}

/** "Sunday 16:49" */
export const homeWeekday = (time, { timeZone }) =>
  `${when(time, { weekday: "long", timeZone })} ${when(time, { timeStyle: "short", timeZone })}`;

function dayText(time, timeZone) {
  const isFar = Math.abs(new Date(time) - now()) > yearMilliseconds;
  const date = { day: "numeric", month: "short", year: isFar ? "numeric" : undefined, timeZone };
  return `${when(time, { weekday: "short", timeZone })} ${when(time, date)}`;
}
