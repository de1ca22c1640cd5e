// Entries of the audit log as sentences, with names instead of ids.

import { capabilityName, displayName } from "./device.js";
import { kind, readingText } from "../core/format.js";
import { list, tOrNull, t } from "../core/text.js";

/** The names of the people, devices and rooms in the audit log. A person who was removed has no name. */
export class AuditNames {
  #store;
  #people;

  constructor(store, people) {
    this.#store = store;
    this.#people = new Map(people.map(({ id, name }) => [id, name]));
  }

  /** The actor, as the subject at the start of a sentence. */
  who(actor) {
    if (actor.startsWith("~")) return t("history.actor.former");
    const [, person] = /^console as (.+)$/.exec(actor) ?? [];
    if (person) return t("history.atConsole", { name: this.person(person) });
    return tOrNull(`history.actor.${actor}`) ?? this.person(actor);
  }

  person(id) { return this.#people.get(id) ?? (id?.startsWith("~") ? t("history.former") : id ?? ""); }

  device(id, part) {
    const device = this.#store.devices.get(id);
    const found = device?.parts.find((other) => other.id === part);
    return found ? displayName(device, found) : device?.name ?? id ?? "";
  }

  room(id) { return this.#store.room(id)?.name ?? id ?? ""; }

  capability(device, part, name) { return this.#store.capability(device, part, name); }
}

/** One or two sentences about an entry; `end` is the entry with the outcome of its command. */
export function auditSentence({ record: { entry }, end }, names) {
  const text = (sentences[entry.event] ?? genericSentence)(entry, wordsOf(entry, names), names, end?.entry);
  return entry.count ? `${text} ${t("history.repeated", { count: entry.count })}` : text;
}

function wordsOf({ actor, concerned, target, metadata }, names) {
  const isSelf = concerned !== undefined && concerned === actor;
  return {
    ...metadata, isSelf, who: names.who(actor), target: target ?? "", device: names.device(target, metadata.part),
    room: names.room(target), whom: isSelf ? t("history.self") : names.person(concerned ?? target),
  };
}

/** The most specific message for an entry: for its act, else for its event. */
function genericSentence(entry, words) {
  const { event, metadata: { act, failure, permission, managed }, success } = entry;
  if (!success && permission) {
    const key = managed ? "history.permission.managed" : `history.permission.${permission}`;
    const what = t(key, { role: roleName(managed) });
    return t("history.refused", { who: words.who, what });
  }
  if (!success) {
    // The message of the event alone would be wrong for an act that was permitted and then failed.
    const general = act || failure ? null : tOrNull(`history.not.${event}`, words);
    return tOrNull(`history.not.${event}.${act}`, words) ?? general ??
      t("history.failed", { text: genericSentence({ ...entry, success: true }, words) });
  }
  return said(`${event}.${act}`, words) ?? said(event, words) ?? t("history.unknown", { ...words, event });
}

/** The message of an act; of what people do to themselves, the message for that when there is one. */
function said(act, words) {
  const key = `history.said.${act}`;
  return (words.isSelf ? tOrNull(`${key}.self`, words) : null) ?? tOrNull(key, words);
}

const sentences = {
  "device.control": control,
  "device.outcome": (entry, words) => t("history.ended",
    { ...words, outcome: outcomeWord(entry.metadata.outcome ?? (entry.success ? "done" : "notDone")) }),
  "auth.login": (entry, words) => genericSentence(entry, { ...words, reason: reasonWord(entry.metadata.reason) }),
  "auth.stepUp": (entry, words) => {
    const { purpose } = entry.metadata;
    if (!purpose) return genericSentence(entry, words);
    return t(entry.success ? "history.said.auth.stepUp.purpose" : "history.not.auth.stepUp.asked",
      { ...words, purpose: tOrNull(`history.purpose.${purpose}`) ?? purpose });
  },
  "pairing.request": (entry, words) => (entry.metadata.approval === "any"
    ? said("pairing.request.inviteAny", words) : genericSentence(entry, words)),
  "client.revoke": (entry, words) => (entry.metadata.reason === "tokenReused"
    ? t("history.said.client.revoke.reused", words) : genericSentence(entry, words)),
  "policy.change": (entry, words) => genericSentence(entry,
    { ...words, newRole: roleName(entry.metadata.newRole), oldRole: roleName(entry.metadata.oldRole) }),
  "settings.change": (entry, words, names) => {
    if (entry.target === "retention") return retention(entry, words, names);
    const { metadata } = entry;
    const isDescribed = entry.target || tOrNull(`history.said.settings.change.${metadata.act}`, words);
    return genericSentence(isDescribed ? entry : { ...entry, metadata: { ...metadata, act: "some" } }, words);
  },
  "grant.create": grant, "grant.change": grant, "grant.revoke": grant,
  "data.export": (entry, words) => genericSentence({ ...entry, metadata: { act: entry.metadata.what } }, words),
  "retention.purge": (entry, words) => genericSentence(entry, { ...words, count: sum(entry.metadata) }),
  "data.strike": (entry, words) => genericSentence(entry, { ...words, count: Number(entry.metadata.readings ?? 0) }),
  "data.restore": (entry, words) => genericSentence(entry, { ...words, count: Number(entry.metadata.readings ?? 0) }),
  "data.import": (entry, words) => genericSentence(entry, { ...words, new: Number(entry.metadata.new ?? 0) }),
};

/** Whether an entry only says that a PIN was requested: then nothing was refused, and the person did nothing wrong. */
export const isAskedForPIN = ({ event, metadata: { purpose, reason }, success }) => !success &&
  (event === "auth.stepUp" ? Boolean(purpose) : event === "device.control" && reason === "stepUpNeeded");

function control(entry, words, names, end) {
  const { metadata: { capability, outcome, part, reason, value }, success, target } = entry;
  if (reason === "tooFast") return t("history.control.tooFast", words);
  // When a person was removed, the log no longer contains the details of their entries.
  if (!capability) return genericSentence(entry, words);
  const known = names.capability(target, part, capability) ?? { name: capability };
  const what = midSentence(capabilityName(known));
  if (!success) {
    const why = tOrNull(`history.control.why.${reason}`) ?? tOrNull(`history.control.why.${outcome}`) ?? "";
    const requested = value === undefined ? what : `${what} → ${valueText(known, value)}`;
    if (isAskedForPIN(entry)) return t("history.control.asked", { ...words, what: requested });
    const key = outcome === "refused" ? "history.control.refused" : "history.control.not";
    return t(key, { ...words, what: requested, why }).trim();
  }
  const done = tOrNull(`history.do.${kind(capability)}.${value}`, words) ??
    t("history.do", { ...words, what, value: valueText(known, value) });
  const text = `${words.who} ${done}`;
  return end ? `${text}: ${outcomeWord(end.metadata.outcome)}.` : `${text}.`;
}

/** A name for the middle of a sentence: in lower case, except for a name such as CO₂. */
const midSentence = (name) => (/^\p{Lu}\p{Ll}/u.test(name) ? name[0].toLocaleLowerCase() + name.slice(1) : name);

/** A value of the audit log, which stores values as text. */
function valueText(capability, text) {
  if (capability.type === "number" && Number.isFinite(Number(text))) return readingText(capability, Number(text));
  if (capability.type === "boolean") return readingText(capability, text === "on");
  return readingText(capability, text);
}

function grant(entry, words) {
  const names = (entry.metadata.permissions ?? "").split(" ").filter(Boolean)
    .map((permission) => tOrNull(`history.permission.${permission}`) ?? permission);
  const act = names.length || entry.event === "grant.revoke" ? entry.metadata.effect : undefined;
  return genericSentence({ ...entry, metadata: { ...entry.metadata, act } }, { ...words, permissions: list(names) });
}

function retention({ metadata }, words, names) {
  if (!metadata.series) return t("history.said.retention", words);
  const [, id, part] = /^([^/]+)\/(\S+) /.exec(metadata.series) ?? [];
  const text = { ...words, device: names.device(id, part), days: metadata.days, count: Number(metadata.days) || 0 };
  if (metadata.held === "true") return t("history.said.retention.held", text);
  return t(metadata.days ? "history.said.retention.series" : "history.said.retention.free", text);
}

const outcomeWord = (outcome) => tOrNull(`history.outcome.${outcome}`) ?? outcome ?? "";
const reasonWord = (reason = "none") => tOrNull(`history.reason.${reason}`) ?? reason;
const roleName = (role) => (role ? tOrNull(`history.role.${role}`) ?? role : "");
const sum = ({ overdue, ...counts }) => Object.values(counts).reduce((all, count) => all + (Number(count) || 0), 0);
