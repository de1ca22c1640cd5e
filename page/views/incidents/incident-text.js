// Incidents as text, from the codes and values of the gateway.

import { actSentence } from "../../activity/act-sentences.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { tOrNull, t } from "../../core/text.js";

/** The longest title that a person may give, in characters. */
export const longestTitle = 120;

/** The rules that are about what one person did, which the activity shows. */
const rulesOfPeople = ["manyRefusals", "unusualHour", "farFromWindow", "commandBurst"];

/** What an incident is, in one sentence: the title that a person gave, or that of the rule. Devices have their names. */
export function incidentTitle({ rule, title, values, sentence }, names) {
  if (title) return title;
  const known = { person: t("activity.someone"), ...values, ...namedDevices(values, names) };
  const isStranger = rule === "manyRefusals" && !values.person;
  return tOrNull(`incident.sentence.${rule}${isStranger ? ".stranger" : ""}`, known) ?? sentence;
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

/** Everything that happened in an incident, oldest first: `{ time, text, note, href }`; `href` leads to the activity. */
export function timeline(incident, names, { maySeeActivity = false } = {}) {
  const who = (actor) => names.who(actor);
  const { subject } = incident;
  const noticed = incident.evidence.map(({ code, count, first, last, values }) => ({
    time: last,
    text: tOrNull(`incident.evidence.${code}`, { count, since: moment(first), ...values, ...namedDevices(values, names) }) ?? code,
    note: [latestText(values, subject, names), clientText(subject, names)].filter(Boolean).join("\n"),
    href: maySeeActivity && rulesOfPeople.includes(code) ? activityAddress(code, subject) : null,
  }));
  const opened = incident.rule ? [] : [{ time: incident.openedAt, text: t("incident.openedBy", { who: who(incident.openedBy) }) }];
  const writer = (author) => (author === "console" ? t("incident.noteAtConsole") : t("incident.noteBy", { who: who(author) }));
  const notes = incident.notes.map(({ time, author, text }) => ({ time, text: writer(author), note: text }));
  const acts = incident.acts.map((act) => ({ time: act.time, ...actText(act, names) }));
  const reopenings = incident.reopenings ?? [];
  const closed = [...reopenings.map(({ closing }) => closing), incident.closing].filter(Boolean)
    .map(({ time, actor, reason }) => ({ time, text: t("incident.closedBy", { who: who(actor) }), note: reason ?? "" }));
  const reopened = reopenings.map(({ time, actor }) => ({ time, text: t("incident.reopenedBy", { who: who(actor) }) }));
  return [...opened, ...noticed, ...notes, ...acts, ...closed, ...reopened].toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

/** The latest thing that was refused, as the activity says it; empty for evidence of another kind. */
function latestText({ event, target, ...details }, { person }, names) {
  if (!event) return "";
  // A command that is evidence was refused, also when its entry has no reason.
  const metadata = event === "device.control" ? { reason: "denied", outcome: "refused", ...details } : details;
  const act = { event, target, metadata, actor: person ?? "stranger", status: "refused" };
  return t("incident.latest", { act: actSentence({ act }, names) });
}

/** With which phone or browser a person did it. */
function clientText({ person, client }, names) {
  if (!person) return "";
  if (!client) return t("incident.atConsole");
  const name = names.client(client);
  return name ? t("incident.withClient", { client: name }) : "";
}

const activityAddress = (code, { person }) => address("activity", undefined,
  { who: person ?? "stranger", ...(code === "manyRefusals" && { refused: "true" }) });

/** What was done last with a step, and when; null when it was not done. A lockdown that has ended is over. */
export function lastDone({ acts }, step, names) {
  const index = acts.findLastIndex(({ containment, isDone }) => containment === step && isDone);
  if (index < 0) return null;
  const end = step === "lockdown" && acts.slice(index).find(({ containment }) => containment === "endLockdown");
  const act = end || acts[index];
  return t(end ? "incident.lastEnded" : "incident.lastDone", { time: moment(act.time), act: actText(act, names).text });
}

/** Whether the phone or browser with which the step was done would have been signed out too, and was not. */
const keepsOwn = ({ actor, containment, target }) => actor !== "console" && !actor.startsWith("console as ")
  && (containment === "endAllSessions" || (containment === "endSessionsOfPerson" && target === actor));

/** That a step signed out nothing, as text. */
export const noneSignedOut = (act) => t(keepsOwn(act) ? "incident.noOtherSignedOut" : "incident.noneSignedOut");

function actText(act, names) {
  const { containment, isDone, signedOut, actor } = act;
  const words = { who: names.who(actor), step: t(`incident.step.${containment}`), target: targetText(act, names) };
  if (!isDone) return { text: t("incident.actFailed", words), note: words.target };
  if (signedOut === 0) return { text: t("incident.actEmpty", words), note: noneSignedOut(act) };
  const note = signedOut > 0 ? t("incident.signedOut", { count: signedOut }) : "";
  if (containment === "changePIN" && act.target !== actor) return { text: t("incident.acted.changePINOf", words), note };
  const person = ownerOf(act, names);
  if (person) return { text: t("incident.acted.revokeClientOf", { ...words, person }), note };
  return { text: t(keepsOwn(act) ? `incident.actedOnOthers.${containment}` : `incident.acted.${containment}`, words), note };
}

/** The name of the person whose phone or browser was signed out; several have the same name of a client. */
function ownerOf({ containment, targetPerson }, names) {
  return containment === "revokeClient" && targetPerson ? names.person(targetPerson) : null;
}

/** What a step was against, with the person to whom it belonged: "Chromium on Linux (Olga)". */
export function ownedTarget(act, names) {
  const person = ownerOf(act, names);
  const target = targetText(act, names);
  return target && person ? t("incident.ofPerson", { target, person }) : target;
}

/** What a step was against: its name at that time, or what its id says now. */
function targetText({ containment, target, targetName }, names) {
  if (targetName) return targetName;
  if (!target) return "";
  if (["endSessionsOfPerson", "changePIN"].includes(containment)) return names.person(target);
  if (containment === "revokeClient") return names.client(target) ?? target;
  return names.device(target) || target;
}
