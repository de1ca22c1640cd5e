// A row for an entry of the activity: a sentence, and inside a `details` element more about it, with the technical
// details behind one more line.

import { entrySentence } from "../../activity/entry-sentence.js";
import { iconOf, toneOf } from "../../activity/event-icons.js";
import { el, icon } from "../../core/dom.js";
import { clock, when } from "../../core/format.js";
import { address } from "../../core/router.js";
import { tOrNull, t } from "../../core/text.js";
import { facts } from "../../parts/facts.js";

const precise = { dateStyle: "full", timeStyle: "medium" };

/** The row of an entry. `linksPeople` is whether the reader may open the views of people. */
export function activityRow(entry, names, { linksPeople = false } = {}) {
  const tone = toneOf(entry);
  const sign = tone === "amiss" ? "warning" : iconOf(entry);
  return el("li", {}, el("details.entry", { "data-tone": tone },
    el("summary.entry-row", {},
      el("span.entry-icon", {}, icon(sign)),
      el("span.entry-words", {}, entrySentence(entry, names)),
      el("time.entry-time", { datetime: entry.time }, clock(entry.time))),
    el("div.entry-more", {}, entry.act?.isErased && el("p.muted", {}, t("activity.erased")),
      facts(factsOf(entry, names)), links(entry, names, linksPeople),
      el("details.fold.technical", {}, el("summary", {}, t("activity.technical")), technical(entry)))));
}

/** What a resident may want to know. */
function factsOf({ time, act }, names) {
  return [
    [t("history.field.time"), when(time, precise)],
    [t("history.field.client"), act?.client && names.client(act.client)],
    [t("activity.pin"), act?.neededPIN && act.status !== "abandoned" && !act.metadata.reason ? t("activity.pinEntered") : null],
  ];
}

function links({ device, act }, names, linksPeople) {
  const person = act?.actor?.split(" ").at(-1);
  return el("p.entry-links", {},
    device && names.isDevice(device) && el("a", { href: address("device", device) }, names.device(device)),
    linksPeople && names.isPerson(person) && el("a", { href: address("people", person) }, names.person(person)));
}

/** All fields of the audit entries, or of the event. */
function technical(entry) {
  if (!entry.records) return facts(fieldsOf(entry));
  return entry.records.map((record) => facts(auditFieldsOf(record)));
}

function fieldsOf({ id, device, part, capability, event, value, act }) {
  return [
    [t("history.field.entry"), id], [t("history.field.event"), event ?? act.event], [t("history.field.target"), device],
    [t("history.field.part"), part], [t("history.field.capability"), capability],
    [t("history.field.value"), value === undefined ? act?.metadata.value : JSON.stringify(value)],
  ];
}

/** All fields of an audit entry; a field without a label in the page has its own name as the label. */
function auditFieldsOf({ entry, sequence, time, bootID, monotonic, hash }) {
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
