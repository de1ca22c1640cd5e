// Compares a period with the one before, and a day with a typical one: the median of the same weekday of the last
// weeks. A period that is not over is compared up to the last hour or day that is.

import { addFlows, amountText, flowsOf, used } from "../../home/balance.js";
import { dateOf, dateText, hourOf, move, plusDays, rangeText, span, spanText } from "../../home/calendar.js";
import { el } from "../../core/dom.js";
import { number, when } from "../../core/format.js";
import { capitalised, t } from "../../core/text.js";
import { costText, sumCosts } from "./money.js";
import { hoursOf } from "./reader.js";

const weeks = 6;
const fewestDays = 3;
/** Less energy than this in kWh is no basis for a percentage. */
const leastEnergy = 0.05;
/** From this ratio on, a factor is easier to read than a percentage. */
const leastFactor = 3;
const hourMilliseconds = 3_600_000;

/** `{ items, typical }`: `items` are `{ own, other, what, cost, days, basis }`; `basis` names the part of the period that
 *  `own` is about, because the figures above are about more of it, undefined for all of it. `typical` is null or
 *  `{ weekday, days, hours, total }` with an amount for each hour of the clock. */
export async function readComparison(reader, shown, answer, zone, now = Date.now()) {
  return shown.period === "day" ? compareDay(reader, shown, answer, zone, now)
    : { items: await comparePeriod(reader, shown, answer, zone, now), typical: null };
}

async function compareDay(reader, { first, from, to }, answer, zone, now) {
  const present = Math.floor(now / hourMilliseconds) * hourMilliseconds;
  const until = present >= to ? 24 : present <= from ? 0 : hourOf(present, zone);
  const dates = [-1, ...Array.from({ length: weeks }, (_, index) => -7 * (index + 1))].map((count) => plusDays(first, count));
  const [before, ...alike] = await Promise.all(dates.map((date) => reader.day(date)));
  const typical = typicalDay(alike, dateText(first, { weekday: "long" }));
  const own = totalOf(hoursOf(answer.time.rows, zone), until);
  const clock = until < 24 && when(present, { timeZone: zone, timeStyle: "short" });
  const isToday = dateOf(now, zone) === first;
  const day = isToday ? t("energy.compare.yesterday") : dateText(dates[0], { weekday: "long", day: "numeric", month: "short" });
  const items = [
    isCovered(before, until) && { other: totalOf(before, until), what: day, cost: costOf(before, until) },
    typical && {
      other: { kilowattHours: median(typical.covered.map((hours) => totalOf(hours, until)?.kilowattHours ?? 0)) },
      what: t("energy.compare.typical", { weekday: typical.weekday }), days: typical.days,
    },
  ];
  const timed = (what) => (clock ? t("energy.compare.until", { what, time: clock }) : what);
  const basis = clock ? t("energy.compare.basisUntil", { time: clock }) : undefined;
  const said = items.filter(Boolean).map((item) => ({ ...item, own, basis, what: timed(item.what) }));
  return { typical, items: until ? said : [] };
}

/** The median of each hour over the days that have data; null when there are too few of them. */
function typicalDay(days, weekday) {
  const covered = days.filter((hours) => isCovered(hours, 24));
  if (covered.length < fewestDays) return null;
  const hours = Array.from({ length: 24 }, (_, hour) =>
    median(covered.map((own) => used(own.find((one) => one.hour === hour)?.flows ?? {})?.kilowattHours ?? 0)));
  const total = median(covered.map((own) => totalOf(own, 24)?.kilowattHours ?? 0));
  return { weekday, days: covered.length, hours, total, covered };
}

async function comparePeriod(reader, { period, first, next }, answer, zone, now) {
  const today = dateOf(now, zone);
  const before = span(period, move(period, first, -1), zone);
  const isOver = next <= today;
  const until = isOver ? before.next : earliest(plusDays(before.first, daysBetween(first, today)), before.next);
  if (until <= before.first) return [];
  const rows = await reader.days(before.first, until);
  const isPast = ({ start }) => dateOf(Date.parse(start), zone) < today;
  const [own, other] = [answer.time.rows.filter(isPast), rows].map((some) => used(addFlows(some.map(flowsOfRow))));
  if (rows.length * 6 < daysBetween(before.first, until) * 5) return [];
  const named = period === "week" ? t("energy.compare.week") : spanText(before);
  const what = isOver ? named : period === "week" ? t("energy.compare.sameDaysOfWeek")
    : t("energy.compare.sameDays", { what: named });
  const basis = isOver ? undefined : rangeText(first, plusDays(today, -1), basisFormat(period));
  return [{ own, other, what, basis, cost: sumCosts(rows.map(({ cost }) => cost)) }];
}


const basisFormat = (period) => (period === "week" ? { weekday: "short" } : { day: "numeric", month: "short" });
const flowsOfRow = ({ amounts }) => flowsOf(amounts);
const earliest = (a, b) => (a < b ? a : b);
const daysBetween = (first, next) => Math.round((Date.parse(next) - Date.parse(first)) / (24 * hourMilliseconds));

const hoursBefore = (hours, until) => hours.filter(({ hour }) => hour < until);
const totalOf = (hours, until) => used(addFlows(hoursBefore(hours, until).map(({ flows }) => flows)));
const costOf = (hours, until) => sumCosts(hoursBefore(hours, until).map(({ cost }) => cost));

/** Whether most hours of a day have data: a day on which the meters were off says nothing. */
const isCovered = (hours, until) => hoursBefore(hours, until).length * 6 >= until * 5;

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** The comparisons as a list: "12 % less than yesterday until 14:00". The first one also says what is compared. */
export function comparisonList(items) {
  const shown = items.filter(({ own, other }) => own && other?.kilowattHours >= leastEnergy);
  return shown.map((item, index) => el("li", {},
    el("span", {}, index ? capitalised(differenceText(item)) : ownText(item)), " ",
    el("span.muted", {}, detailText(item))));
}

/** "Mon – Wed: 30.68 kWh, 13 % less than the same days of the week before"; without the amount where it is that of the
 *  figures above. */
function ownText(item) {
  const difference = differenceText(item);
  return capitalised(item.basis === undefined ? difference
    : t("energy.compare.basis", { basis: item.basis, amount: amountText(item.own), difference }));
}

function differenceText({ own, other, what }) {
  const ratio = own.kilowattHours / other.kilowattHours;
  const percent = Math.round(ratio * 100) - 100;
  if (!percent) return t("energy.compare.same", { what });
  if (ratio >= leastFactor) return t("energy.compare.times", { factor: number(ratio, 1), what });
  const words = percent < 0 ? "energy.compare.less" : "energy.compare.more";
  return t(words, { percent: `${number(Math.abs(percent), 0)}\u00a0%`, what });
}

function detailText({ other, cost, days }) {
  const parts = [amountText(other), costText(cost), days && t("energy.compare.days", { count: days })];
  return `(${parts.filter(Boolean).join(", ")})`;
}
