// A row for an entry of the audit log: a sentence, and inside a `details` element all fields of the entry.

import { iconOfEvent } from "../../home/audit-kinds.js";
import { iconOfKind } from "../../home/device.js";
import { el, icon } from "../../core/dom.js";
import { clock, when } from "../../core/format.js";
import { isAskedForPIN, auditSentence } from "../../home/audit-sentences.js";
import { tOrNull, t } from "../../core/text.js";
import { facts } from "../../parts/facts.js";

export function auditRow(item, names) {
  const { record: { entry, time }, end } = item;
  const isAmiss = (!entry.success && !isAskedForPIN(entry)) || end?.entry.success === false;
  return el("li", {}, el(`details.audit${isAmiss ? ".is-amiss" : ""}`, {},
    el("summary.audit-row", {},
      el("span.audit-icon", {}, icon(isAmiss ? "warning" : iconOf(entry))),
      el("span.audit-words", {}, auditSentence(item, names)),
      el("time.audit-time", { datetime: time }, clock(time))),
    el("div.audit-more", {}, facts(factsOf(item.record)),
      end && el("h3", {}, t("history.end")), end && facts(factsOf(end)))));
}

const iconOf = ({ event, metadata }) => (metadata.capability ? iconOfKind(metadata.capability) : iconOfEvent(event));

/** All fields of an entry; a field without a label in the page has its own name as the label. */
function factsOf({ entry, sequence, time, bootID, monotonic, hash }) {
  const { event, severity, actor, role, client, target, concerned, count, requestID, metadata } = entry;
  const more = Object.entries(metadata).sort()
    .map(([name, value]) => [tOrNull(`history.field.${name}`) ?? name, value]);
  return [
    [t("history.field.time"), when(time, { dateStyle: "full", timeStyle: "long" })],
    [t("history.field.event"), event],
    [t("history.field.actor"), role ? `${actor} (${tOrNull(`history.role.${role}`) ?? role})` : actor],
    [t("history.field.client"), client], [t("history.field.target"), target], [t("history.field.concerned"), concerned],
    ...more,
    [t("history.field.count"), count], [t("history.field.requestID"), requestID],
    [t("history.field.entry"), `${tOrNull(`history.chain.${severity}`) ?? severity} ${sequence}`],
    [t("history.field.boot"), `${bootID} +${monotonic} ns`], [t("history.field.hash"), hash],
  ];
}
