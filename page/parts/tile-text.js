// The texts of a tile: the reading that it shows, other readings, and the state of a value; and how a text of several
// parts is shown.

import { outcomeText } from "../home/command-outcome.js";
import { capabilityNamed } from "../home/device.js";
import { kindName, rowOf } from "../core/capabilities.js";
import { now } from "../core/clock.js";
import { el } from "../core/dom.js";
import { ago, flowText, kind, moment, readingText } from "../core/format.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";

/** A measured value without a newer report for longer than this is shown with its age; sooner if it may be out of
 *  date. */
const oldMilliseconds = 3_600_000;
const staleMilliseconds = 60_000;

const separator = " · ";

/** Shows a text whose parts are separated by dots, the most important one first. Where space is short, the style sheet
 *  leaves out whole parts from the end, so that no value is cut. */
export function showParts(element, text) {
  if (element.textContent === text) return;
  element.replaceChildren(...text.split(separator).map((part, index) =>
    el("span.text-part", {}, index > 0 && el("span.text-part-dot", {}, separator), part)));
}

/** The reading that a tile shows as its value: the temperature of a thermostat, even when it is not known; the
 *  brightness of a light that is on; the power of a plug that is on; else the main capability. */
export function displayedReading(part, capability, { value, time }) {
  const warmth = kind(capability) === "targetTemperature" && capabilityNamed(part, "temperature");
  if (warmth) return { capability: warmth, ...warmth.state };
  const isOn = kind(capability) === "switch" && value === true;
  const other = isOn && (capabilityNamed(part, "brightness") ?? capabilityNamed(part, "power"));
  return other?.state ? { capability: other, ...other.state } : { capability, value, time };
}

/** Up to two other readings of a part, for the line below the value. */
export function otherReadings(part, capability) {
  const others = part.capabilities.filter((c) => c !== capability && c.state && c.unit && isOnTiles(c));
  return others.slice(0, 2).map((c) => readingText(c, c.state.value)).join(" · ");
}

/** Whether a tile shows the capability beside its value; the device view shows all of them. */
const isOnTiles = (capability) => rowOf(kind(capability))?.isOnTiles !== false;

/** The text for the state of a value: a pending command, its outcome, or the age of an old value. `shown` is the
 *  displayed reading, when that is of another capability. */
export function statusText({ status, time, command, value, reportedAt }, capability, shown = { capability, value }) {
  switch (status) {
  case "pending":
    return command.isUnanswered ? t("status.unanswered") : t("status.pending", { value: readingText(capability, command.value) });
  case "asking": return t("status.asking");
  case "confirmed": return t("status.confirmed");
  case "unknown":
    return t(command.error ? "status.notReached" : "status.unknown", { time: moment(command.endedAt) });
  case "sent": return t("status.sent");
  case "refused": return command.error ? problemText(command.error) : outcomeText(command, capability);
  case "offline": return reportedAt ? t("status.offlineSince", { ago: ago(reportedAt) }) : t("status.offline");
  case "never": return t("status.never");
  default: return idleText(shown, shown.time ?? time, status === "stale");
  }
}

/** What the shown value means, and its age if it is old. The age of a state, such as "closed", is never shown: the time
 *  of a report is not the time since which it is so. */
function idleText({ capability, value }, time, isStale) {
  const meaning = isSetPoint(capability) ? kindName("targetTemperature") : flowText(capability, value);
  const limit = isStale ? staleMilliseconds : oldMilliseconds;
  const isOld = time && typeof value === "number" && now() - Date.parse(time) > limit;
  return [meaning, isOld && ago(time)].filter(Boolean).join(" · ");
}

/** A displayed set-point is labelled, so that it is not taken for the measured temperature. */
const isSetPoint = (capability) => kind(capability) === "targetTemperature";
