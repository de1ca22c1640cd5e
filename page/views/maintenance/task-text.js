// Maintenance tasks as text.

import { now } from "../../core/clock.js";
import { kindName, rowOf } from "../../core/capabilities.js";
import { durationText, kind, number, quantityText, when } from "../../core/format.js";
import { capitalised, t, tOrNull } from "../../core/text.js";
import { dateText } from "../../home/calendar.js";
import { displayName } from "../../home/device.js";

/** "12 May 2027". */
export const dayText = (date) => dateText(date, { dateStyle: "medium" });

/** "October". */
export const monthText = (month) => when(Date.UTC(2026, month - 1, 15), { month: "long", timeZone: "UTC" });

/** When a task is due: "Every 6 months", "After 500 h of use", "When the filter life left is at most 10 %". */
export function scheduleText(schedule) {
  switch (schedule.kind) {
  case "calendar": return calendarText(schedule);
  case "once": return t("maintenance.task.once", { date: dayText(schedule.first) });
  case "usage": return t(`maintenance.task.after.${schedule.measure}`, { count: schedule.limit });
  default: return reportedText(schedule);
  }
}

function calendarText({ every, unit, first, basis, isWholeMonth }) {
  if (isWholeMonth && every === 1 && unit === "years") {
    return t("maintenance.task.eachMonth", { month: monthText(Number(first.slice(5, 7))) });
  }
  // Swedish has words for small numbers: "Var sjätte månad".
  const period = tOrNull(`maintenance.task.every.${unit}.${every}`) ?? t(`maintenance.task.every.${unit}`, { count: every });
  return basis === "fixedDates" ? t("maintenance.task.fixed", { period }) : period;
}

function reportedText({ capability, comparison, value }) {
  const name = (kindName(kind(capability)) ?? capability).toLocaleLowerCase();
  const limit = value === undefined ? "" : quantityText(value, rowOf(kind(capability))?.unit);
  return t(`maintenance.task.when.${comparison}`, { name, value: limit });
}

/** What is known of the next time: "next on 12 May 2027", "312 of 500 h", "due since 3 March". The schedule of what is done
 *  once says its date already. */
function progressText({
  status, schedule, nextDate, estimatedDate, dueSince, snoozedUntil, usage, isSourceMissing, value, valueUnit,
}) {
  if (isSourceMissing) return t("maintenance.task.sourceMissing");
  if (status === "snoozed") return t("maintenance.task.snoozedUntil", { date: dayText(snoozedUntil) });
  if (usage) return [usageText(usage), estimatedDate && estimateText(estimatedDate)].filter(Boolean).join(", ");
  if (schedule.kind === "once" && nextDate === schedule.first) return "";
  if (nextDate) {
    const isAhead = status === "scheduled" || status === "dueSoon";
    return t(isAhead ? "maintenance.task.nextOn" : "maintenance.task.dueOn", { date: dayText(nextDate) });
  }
  if (dueSince) return t("maintenance.task.dueSince", { date: dayText(dueSince) });
  return typeof value === "number" ? t("maintenance.task.now", { value: quantityText(value, valueUnit) }) : "";
}

/** "312 of 500 h", and for how long nothing is known. */
function usageText({ measure, amount, limit, unknownHours }) {
  const counted = t(`maintenance.task.counted.${measure}`,
    { amount: number(Math.floor(amount), 0), limit: number(limit, 0) });
  if (unknownHours < 1) return counted;
  return `${counted} (${t("maintenance.task.unknown", { time: durationText(Math.floor(unknownHours) * 3600) })})`;
}

/** "about 3 December at this pace"; the year only where it is another one. */
function estimateText(date) {
  const isThisYear = Number(date.slice(0, 4)) === new Date(now()).getFullYear();
  const day = dateText(date, { day: "numeric", month: "long", year: isThisYear ? undefined : "numeric" });
  return t("maintenance.task.estimate", { date: day });
}

/** "Overdue"; an empty text for a task that is only planned. */
export const statusText = ({ status }) => (status === "scheduled" ? "" : t(`maintenance.status.${status}`));

/** From what a task counts, or what reports its value: "counted from Washer plug". Empty where the task belongs to it, or to
 *  something of the same name, and on the page of the device `place`. */
function sourceText(store, { device: owner, name: ownName, schedule: { kind: how, device: id, part: partID } }, place) {
  const device = id && id !== owner && id !== place && store.devices.get(id);
  if (!device) return "";
  const part = device.parts.find((one) => one.id === partID);
  const name = part ? displayName(device, part) : device.name;
  return name === ownName ? "" : t(`maintenance.task.from.${how}`, { name });
}

/** The limit of use is a part of what is counted: "621 of 500 h of use". */
const saysLimit = ({ usage, status, isSourceMissing }) => usage && status !== "snoozed" && !isSourceMissing;

/** What a row says below the title, after the status. `showsName` adds the name of the appliance or device. */
export const taskWords = (task, { store, place, showsName = true }) => [
  showsName && task.name, !saysLimit(task) && scheduleText(task.schedule), capitalised(progressText(task)),
  sourceText(store, task, place), task.doneOn && t("maintenance.task.lastDone", { date: dayText(task.doneOn) }),
].filter(Boolean).join(" · ");
