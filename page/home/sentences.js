// What the record says, as sentences with names instead of ids.

import { capabilityName, faceName } from "./device.js";
import { kind, readingText } from "../core/format.js";
import { list, maybe, t } from "../core/text.js";

/** Who and what the record speaks of. People that are there no more have no name. */
export class Names {
  #store;
  #people;

  constructor(store, people) {
    this.#store = store;
    this.#people = new Map(people.map(({ id, name }) => [id, name]));
  }

  /** Whoever acts begins the sentence. */
  who(actor) {
    if (actor.startsWith("~")) return t("history.actor.former");
    const [, person] = /^console as (.+)$/.exec(actor) ?? [];
    if (person) return t("history.atConsole", { name: this.person(person) });
    return maybe(`history.actor.${actor}`) ?? this.person(actor);
  }

  person(id) { return this.#people.get(id) ?? (id?.startsWith("~") ? t("history.former") : id ?? ""); }

  device(id, part) {
    const device = this.#store.devices.get(id);
    const found = device?.parts.find((other) => other.id === part);
    return found ? faceName(device, found) : device?.name ?? id ?? "";
  }

  room(id) { return this.#store.room(id)?.name ?? id ?? ""; }

  capability(device, part, name) { return this.#store.capability(device, part, name); }
}

/** One sentence, or two, about an entry; `end` is the entry that says how its command ended. */
export function sentence({ record: { entry }, end }, names) {
  const text = (tellers[entry.event] ?? plain)(entry, wordsOf(entry, names), names, end?.entry);
  return entry.count ? `${text} ${t("history.repeated", { count: entry.count })}` : text;
}

function wordsOf({ actor, concerned, target, metadata }, names) {
  const isSelf = concerned !== undefined && concerned === actor;
  return {
    ...metadata, who: names.who(actor), target: target ?? "", device: names.device(target, metadata.part),
    room: names.room(target), whom: isSelf ? t("history.self") : names.person(concerned ?? target),
  };
}

/** The most special message that there is for it: by its act, then by its event. */
function plain(entry, words) {
  const { event, metadata: { act, failure, permission, managed }, success } = entry;
  if (!success && permission) {
    const key = managed ? "history.permission.managed" : `history.permission.${permission}`;
    const what = t(key, { role: roleName(managed) });
    return t("history.refused", { who: words.who, what });
  }
  if (!success) {
    // What is said of the event alone is not true of an act that was permitted and then failed.
    const general = act || failure ? null : maybe(`history.not.${event}`, words);
    return maybe(`history.not.${event}.${act}`, words) ?? general ??
      t("history.failed", { text: plain({ ...entry, success: true }, words) });
  }
  return maybe(`history.said.${event}.${act}`, words) ?? maybe(`history.said.${event}`, words) ??
    t("history.unknown", { ...words, event });
}

const tellers = {
  "device.control": control,
  "device.outcome": (entry, words) => t("history.ended",
    { ...words, outcome: outcomeWord(entry.metadata.outcome ?? (entry.success ? "done" : "notDone")) }),
  "auth.login": (entry, words) => plain(entry, { ...words, reason: reasonWord(entry.metadata.reason) }),
  "auth.stepUp": (entry, words) => {
    const { purpose } = entry.metadata;
    if (!purpose) return plain(entry, words);
    return t(entry.success ? "history.said.auth.stepUp.purpose" : "history.not.auth.stepUp.asked",
      { ...words, purpose: maybe(`history.purpose.${purpose}`) ?? purpose });
  },
  "pairing.request": (entry, words) => (entry.metadata.approval === "any"
    ? t("history.said.pairing.request.inviteAny", words) : plain(entry, words)),
  "client.revoke": (entry, words) => (entry.metadata.reason === "tokenReused"
    ? t("history.said.client.revoke.reused", words) : plain(entry, words)),
  "policy.change": (entry, words) => plain(entry,
    { ...words, newRole: roleName(entry.metadata.newRole), oldRole: roleName(entry.metadata.oldRole) }),
  "settings.change": (entry, words, names) => {
    if (entry.target === "retention") return retention(entry, words, names);
    const { metadata } = entry;
    const isTold = entry.target || maybe(`history.said.settings.change.${metadata.act}`, words);
    return plain(isTold ? entry : { ...entry, metadata: { ...metadata, act: "some" } }, words);
  },
  "grant.create": grant, "grant.change": grant, "grant.revoke": grant,
  "data.export": (entry, words) => plain({ ...entry, metadata: { act: entry.metadata.what } }, words),
  "retention.purge": (entry, words) => plain(entry, { ...words, count: sum(entry.metadata) }),
  "data.strike": (entry, words) => plain(entry, { ...words, count: Number(entry.metadata.readings ?? 0) }),
  "data.restore": (entry, words) => plain(entry, { ...words, count: Number(entry.metadata.readings ?? 0) }),
  "data.import": (entry, words) => plain(entry, { ...words, new: Number(entry.metadata.new ?? 0) }),
};

/** Whoever is asked for their PIN did nothing wrong, and was refused nothing yet. */
export const isAskedForPIN = ({ event, metadata: { purpose, reason }, success }) => !success &&
  (event === "auth.stepUp" ? Boolean(purpose) : event === "device.control" && reason === "stepUpNeeded");

function control(entry, words, names, end) {
  const { metadata: { capability, outcome, part, reason, value }, success, target } = entry;
  if (reason === "tooFast") return t("history.control.tooFast", words);
  // Of someone who is gone, the record no longer says what it was.
  if (!capability) return plain(entry, words);
  const known = names.capability(target, part, capability) ?? { name: capability };
  const what = within(capabilityName(known));
  if (!success) {
    const why = maybe(`history.control.why.${reason}`) ?? maybe(`history.control.why.${outcome}`) ?? "";
    const wish = value === undefined ? what : `${what} → ${valueText(known, value)}`;
    if (isAskedForPIN(entry)) return t("history.control.asked", { ...words, what: wish });
    const key = outcome === "refused" ? "history.control.refused" : "history.control.not";
    return t(key, { ...words, what: wish, why }).trim();
  }
  const done = maybe(`history.do.${kind(capability)}.${value}`, words) ??
    t("history.do", { ...words, what, value: valueText(known, value) });
  const text = `${words.who} ${done}`;
  return end ? `${text}: ${outcomeWord(end.metadata.outcome)}.` : `${text}.`;
}

/** A name as it stands within a sentence; CO₂ stays as it is. */
const within = (name) => (/^\p{Lu}\p{Ll}/u.test(name) ? name[0].toLocaleLowerCase() + name.slice(1) : name);

/** The record holds values as texts. */
function valueText(capability, text) {
  if (capability.type === "number" && Number.isFinite(Number(text))) return readingText(capability, Number(text));
  if (capability.type === "boolean") return readingText(capability, text === "on");
  return readingText(capability, text);
}

function grant(entry, words) {
  const names = (entry.metadata.permissions ?? "").split(" ").filter(Boolean)
    .map((permission) => maybe(`history.permission.${permission}`) ?? permission);
  const act = names.length || entry.event === "grant.revoke" ? entry.metadata.effect : undefined;
  return plain({ ...entry, metadata: { ...entry.metadata, act } }, { ...words, permissions: list(names) });
}

function retention({ metadata }, words, names) {
  if (!metadata.series) return t("history.said.retention", words);
  const [, id, part] = /^([^/]+)\/(\S+) /.exec(metadata.series) ?? [];
  const text = { ...words, device: names.device(id, part), days: metadata.days, count: Number(metadata.days) || 0 };
  if (metadata.held === "true") return t("history.said.retention.held", text);
  return t(metadata.days ? "history.said.retention.series" : "history.said.retention.free", text);
}

const outcomeWord = (outcome) => maybe(`history.outcome.${outcome}`) ?? outcome ?? "";
const reasonWord = (reason = "none") => maybe(`history.reason.${reason}`) ?? reason;
const roleName = (role) => (role ? maybe(`history.role.${role}`) ?? role : "");
const sum = ({ overdue, ...counts }) => Object.values(counts).reduce((all, count) => all + (Number(count) || 0), 0);
