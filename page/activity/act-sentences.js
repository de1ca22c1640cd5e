// Acts of people as sentences, with names instead of ids.

import { commandTitle } from "../home/command-title.js";
import { capabilityName, displayName } from "../home/device.js";
import { isLamp } from "../home/lamps.js";
import { clock, kind, quantityText, readingText } from "../core/format.js";
import { list, tOrNull, t } from "../core/text.js";
import { tariffSentence } from "./tariff-sentence.js";

/** A sentence names at most so many devices of a group command. */
const mostNames = 4;

/** The names of the people, clients, devices and rooms in the activity. A person who was removed has no name. */
export class AuditNames {
  #store;
  #people;
  #clients;

  constructor(store, people, clients = []) {
    this.#store = store;
    this.#people = new Map(people.map(({ id, name }) => [id, name]));
    this.#clients = new Map(clients.map(({ id, name }) => [id, name]));
  }

  /** The actor, as the subject at the start of a sentence. The gateway does not say everybody who did something. */
  who(actor) {
    if (!actor) return t("activity.someone");
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

  /** The phone or browser that was used; undefined when the names of clients are not known. */
  client(id) { return this.#clients.size ? this.#clients.get(id) ?? t("activity.removedClient") : undefined; }

  isDevice(id) { return this.#store.devices.has(id); }

  isLamp(id, part) {
    const found = this.#store.devices.get(id)?.parts.find((other) => other.id === part);
    return found !== undefined && isLamp(found);
  }

  /** Whether the id is that of a person of the home. */
  isPerson(id) { return this.#people.has(id); }

  room(id) { return this.#store.room(id)?.name ?? id ?? ""; }

  capability(device, part, name) { return this.#store.capability(device, part, name); }
}

/** One or two sentences about an entry of `GET /activity` that is an act, or about a group of them. */
export function actSentence({ act, children }, names) {
  const entry = entryOf(act);
  const words = wordsOf(entry, names);
  if (act.event === "group.control") words.device = t("activity.severalDevices");
  if (children) words.device = namesOf(children, names);
  words.isLight = (children ?? [{ device: entry.target, part: entry.metadata.part }])
    .every(({ device, part }) => names.isLamp(device, part));
  const text = (sentences[act.event] ?? genericSentence)(entry, words, names);
  const repeated = act.count ? t("history.repeated", { count: act.count }) : "";
  // Without its details, a question for a PIN that was answered looks like a wrong PIN.
  const wrong = act.wrongPINs && act.status !== "abandoned" && act.event !== "auth.stepUp" && !isErased(act)
    ? t("activity.afterWrongPINs", { count: act.wrongPINs }) : "";
  const grants = (act.steps ?? []).filter((step) => step === "grant").length;
  const given = grants ? t("activity.signIn.grants", { count: grants }) : "";
  return [text, given, repeated, wrong].filter(Boolean).join(" ");
}

/** Whether a person of the entry was erased, and its details with them. */
const isErased = ({ actor, concerned, metadata }) =>
  [actor, concerned].some((id) => id?.startsWith("~")) && Object.keys(metadata).every((key) => key === "failure");

/** "Ceiling, Desk and 3 others". */
function namesOf(children, names) {
  const all = children.map(({ device, part }) => names.device(device, part));
  const shown = all.length > mostNames ? all.slice(0, mostNames - 1) : all;
  return list(shown.length < all.length ? [...shown, t("activity.others", { count: all.length - shown.length })] : shown);
}

/** The act with whether its main entry is a success, and with a mark when it failed afterwards. */
function entryOf(act) {
  const isCommand = act.event === "device.control" || act.event === "group.control";
  const isFailed = act.status === "failed" && !isCommand;
  return {
    ...act, metadata: isFailed ? { failure: "notDone", ...act.metadata } : act.metadata,
    success: isCommand ? act.metadata.reason === undefined : act.status === "done",
  };
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
  "maker.trust": (entry, words) => genericSentence(entry, { ...words, maker: entry.metadata.name ?? words.target }),
  "device.control": control, "group.control": control,
  "device.outcome": (entry, words) => (isErased(entry) ? t("history.ended.erased", words) : t("history.ended",
    { ...words, outcome: outcomeWord(entry.outcome ?? (entry.success ? "done" : "notDone")) })),
  "device.pair": devicePairing, "device.unpair": devicePairing, "device.share": devicePairing,
  "device.identify": devicePairing, "device.lockPIN": devicePairing,
  "auth.login": (entry, words) => (isErased(entry) && !entry.success ? t("activity.erasedPhone", { name: words.whom }) : entry.metadata.reason === "revoked" && entry.concerned
    ? t("activity.removedPhone", { name: words.whom })
    : genericSentence(entry, { ...words, reason: reasonWord(entry.metadata.reason) })),
  "auth.stepUp": (entry, words) => {
    const { purpose } = entry.metadata;
    if (isErased(entry) && !entry.success) return t("history.not.auth.stepUp.erased", words);
    if (!purpose) return genericSentence(entry, words);
    return t(entry.success ? "history.said.auth.stepUp.purpose" : "history.not.auth.stepUp.asked",
      { ...words, purpose: tOrNull(`history.purpose.${purpose}`) ?? purpose });
  },
  "pairing.request": (entry, words) => (isErased(entry) && entry.concerned && !words.isSelf
    ? t("history.said.pairing.request.erased", words) : entry.metadata.approval === "any"
    ? said("pairing.request.inviteAny", words) : genericSentence(entry, words)),
  "pairing.success": signIn,
  "client.revoke": (entry, words) => (entry.metadata.reason === "tokenReused"
    ? t("history.said.client.revoke.reused", words) : genericSentence(entry, words)),
  "policy.change": (entry, words) => genericSentence(entry,
    { ...words, newRole: roleName(entry.metadata.newRole), oldRole: roleName(entry.metadata.oldRole) }),
  "settings.change": (entry, words, names) => {
    if (entry.target === "retention") return retention(entry, words, names);
    const named = tOrNull(`history.said.settings.change.${entry.metadata.act}.named`, words);
    const metadata = named && entry.metadata.name ? { ...entry.metadata, act: `${entry.metadata.act}.named` } : entry.metadata;
    const tariff = metadata.act === "tariffs" && entry.success ? tariffSentence(entry, words) : null;
    if (tariff) return tariff;
    const isDescribed = entry.target || tOrNull(`history.said.settings.change.${metadata.act}`, words);
    return genericSentence({ ...entry, metadata: isDescribed ? metadata : { ...metadata, act: "some" } }, words);
  },
  "grant.create": grant, "grant.change": grant, "grant.revoke": grant,
  "data.export": ofKind, "attachment.add": ofNamedKind, "attachment.remove": ofNamedKind,
  "appliance.add": ofName, "appliance.change": ofName, "appliance.remove": ofName, "maintenance.history": ofName,
  "maintenance.task": ofName, "cert.issue": ofDeviceNames, "cert.revoke": ofDeviceNames,
  "maintenance.clear": ofKind, "consent.give": ofKind, "consent.withdraw": ofKind,
  "retention.purge": (entry, words) => (entry.metadata.act === "withdrawnConsent" && !sum(entry.metadata)
    ? t("history.said.retention.purge.withdrawnConsent.nothing", words)
    : genericSentence(entry, { ...words, count: sum(entry.metadata) })),
  "data.strike": (entry, words) => genericSentence(entry, { ...words, count: Number(entry.metadata.readings ?? 0) }),
  "data.restore": (entry, words) => genericSentence(entry, { ...words, count: Number(entry.metadata.readings ?? 0) }),
  "data.import": (entry, words) => genericSentence(entry, { ...words, new: Number(entry.metadata.new ?? 0) }),
};

/** An act whose message depends on the kind of its object. */
function ofKind(entry, words) {
  return genericSentence({ ...entry, metadata: { ...entry.metadata, act: entry.metadata.what } }, words);
}

/** An act that names its object. When the person was erased, the log no longer contains the name. */
function ofName(entry, words) {
  const { act, name } = entry.metadata;
  const named = [act, "named"].filter(Boolean).join(".");
  return genericSentence(name ? { ...entry, metadata: { ...entry.metadata, act: named } } : entry, words);
}

/** An act that names its object and depends on its kind. */
function ofNamedKind(entry, words) {
  return ofName({ ...entry, metadata: { ...entry.metadata, act: entry.metadata.what } }, words);
}

/** A credential is that of a topic; the entry has the names of the devices that use it, if there were some. */
function ofDeviceNames(entry, words) {
  return genericSentence(entry, { ...words, device: entry.metadata.name ?? words.device });
}

/** A pairing has the name that the device announced; its target is only an id. */
function devicePairing(entry, words) {
  const known = { ...words, device: entry.metadata.name ?? words.device };
  const isRefused = !entry.success && entry.metadata.permission;
  return (!entry.success && !isRefused && tOrNull(`history.not.${entry.event}`, known)) || genericSentence(entry, known);
}

function control(entry, words, names) {
  const { metadata: { capability, outcome, part, reason, value }, success, target, status, wrongPINs } = entry;
  if (reason === "tooFast") return t("history.control.tooFast", words);
  // When a person was removed, the log no longer contains the details of their entries.
  if (!capability) return genericSentence(entry, words);
  const known = names.capability(target, part, capability) ?? { name: capability };
  const what = midSentence(capabilityName(known));
  if (!success) {
    const why = tOrNull(`history.control.why.${reason}`) ?? tOrNull(`history.control.why.${outcome}`) ?? "";
    const requested = value === undefined ? what : `${what} → ${valueText(known, value)}`;
    const given = { ...words, what: requested, why };
    if (status === "abandoned") {
      const act = value === undefined ? words.device : commandTitle(known, valueOf(known, value), words.device);
      return t("activity.wrongPIN", { ...given, act, count: wrongPINs });
    }
    return t(outcome === "refused" ? "history.control.refused" : "history.control.not", given).trim();
  }
  const topic = words.isLight && kind(capability) === "switch" ? "light" : kind(capability);
  const done = tOrNull(`history.do.${topic}.${value}`, words) ??
    t("history.do", { ...words, what, value: valueText(known, value) });
  // Most commands are carried out, so only another outcome is worth a word.
  if (entry.failedCount) return `${words.who} ${done}. ${t("activity.partly", { count: entry.failedCount })}`;
  if (entry.isStopped) return `${words.who} ${done}, ${stoppedText(entry)}.`;
  const end = status === "done" && entry.outcome === "confirmed" ? ""
    : status === "pending" ? t("outcome.ended.pending") : outcomeWord(entry.outcome ?? "timedOut");
  return `${words.who} ${done}${end ? `: ${midSentence(end).replace(/\.$/, "")}.` : "."}${lateText(entry, known)}`;
}

/** " At 14:03 it reported: on."; empty for a command that was answered in time, or never. */
const lateText = ({ lateReport: report }, capability) => (!report ? ""
  : ` ${t("activity.lateReport", { time: clock(report.time), value: midSentence(readingText(capability, report.value)) })}`);

/** "stopped at 60 %". */
const stoppedText = ({ stoppedAt }) => (stoppedAt === undefined ? t("history.stopped")
  : t("history.stoppedAt", { position: quantityText(Math.round(stoppedAt), "%") }));

/** The sign-in of a new phone or browser: its other steps are folded into it. */
function signIn(entry, words) {
  const { metadata, steps = [], success } = entry;
  if (!success || metadata.act !== "paired" || !steps.length) return genericSentence(entry, words);
  const act = steps.includes("claim") ? "claim" : steps.some((step) => step === "open" || step === "grant") ? "invited" : "paired";
  return t(`activity.signIn.${act}${steps.includes("setPIN") ? "WithPIN" : ""}`, words);
}

/** A name for the middle of a sentence: in lower case, except for a name such as CO₂. */
const midSentence = (name) => (/^\p{Lu}\p{Ll}/u.test(name) ? name[0].toLocaleLowerCase() + name.slice(1) : name);

/** A value of the audit log, which stores values as text. */
function valueOf(capability, text) {
  if (capability.type === "number" && Number.isFinite(Number(text))) return Number(text);
  return capability.type === "boolean" ? text === "on" : text;
}

const valueText = (capability, text) => readingText(capability, valueOf(capability, text));

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
