// Incidents as text, from the codes and values of the gateway.

import { moment } from "../../core/format.js";
import { tOrNull, t } from "../../core/text.js";

/** What an incident is, in one sentence: the title that a person gave, or that of the rule. Devices have their names. */
export function incidentTitle({ rule, title, values, sentence }, names) {
  if (title) return title;
  const known = { person: t("activity.someone"), ...values, ...namedDevices(values, names) };
  return tOrNull(`incident.sentence.${rule}`, known) ?? sentence;
}

/** The devices among the values of a sentence, by their names. */
function namedDevices(values, names) {
  const named = ["device", "target"].filter((key) => values[key]).map((key) => [key, names.device(values[key])]);
  return Object.fromEntries(named.filter(([, name]) => name));
}

/** "Open since 09:14" or "Closed". */
export function stateText({ isOpen, openedAt }) {
  return t(isOpen ? "incident.openSince" : "incident.closedFrom", { time: moment(openedAt) });
}

/** Everything that happened in an incident, oldest first: `{ time, text, note }`. */
export function timeline(incident, names) {
  const who = (actor) => names.who(actor);
  const noticed = incident.evidence.map(({ code, count, first, last, entries, values }) => ({
    time: last,
    text: tOrNull(`incident.evidence.${code}`, { count, since: moment(first), ...values, ...namedDevices(values, names) }) ?? code,
    note: entries.length ? t("incident.entries", { entries: entries.join(", ") }) : "",
  }));
  const opened = incident.rule ? [] : [{ time: incident.openedAt, text: t("incident.openedBy", { who: who(incident.openedBy) }) }];
  const notes = incident.notes.map(({ time, author, text }) => ({ time, text: t("incident.noteBy", { who: who(author) }), note: text }));
  const acts = incident.acts.map(({ time, actor, containment, target, isDone }) => ({
    time,
    text: t(isDone ? "incident.actBy" : "incident.actFailed", { who: who(actor), step: t(`incident.step.${containment}`) }),
    note: target ? targetName(containment, target, names) : "",
  }));
  const closed = incident.closing
    ? [{ time: incident.closing.time, text: t("incident.closedBy", { who: who(incident.closing.actor) }), note: incident.closing.reason ?? "" }]
    : [];
  return [...opened, ...noticed, ...notes, ...acts, ...closed].toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

function targetName(containment, target, names) {
  if (containment === "endSessionsOfPerson") return names.person(target);
  if (containment === "revokeClient") return names.client(target) ?? target;
  return names.device(target) || target;
}
