// The view of the plan of new keys: what is left to do, what happens by itself, what is done, and the end of the old keys. It
// stays while the old keys count, also when the incident is closed, and afterwards while devices are cut off.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { accessDenied, emptyState } from "../../parts/empty-state.js";
import { poll } from "../../parts/poll.js";
import { problemNotice, problemText } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { toast } from "../../parts/toast.js";
import { finishRotation } from "./containment.js";
import { endNotice, groupTitle, grouped, keyRow, peopleNames, progressText } from "./keys.js";

export const styles = ["settings", "facts", "incidents"];

const everyMilliseconds = 15_000;

/** The groups in which no device needs a person are folded. On a wide screen they stand beside what is left to do. */
const folded = ["byItself", "done", "kept"];
const aside = ["clients", ...folded];

export function open(context) {
  const { client, store } = context;
  const title = t("keys.title");
  if (!store.may("manageMaintenance")) {
    return { element: accessDenied("shield", title, t("closed.help")), title, close: () => {} };
  }
  const content = el("div", {}, el("p.loading", {}, t("incident.reading")));
  const element = el("article.incident", {},
    el("div.incident-head", {},
      el("a.button.quiet.incident-back", { href: address("settings", "incidents") }, icon("back"), t("settings.incidents")),
      el("h1", {}, title)),
    content);

  async function read() {
    const [plan, people, clients] = await Promise.all([
      client.request("GET", "/key-rotation"), peopleNames({ client, store }),
      store.may("managePeople") ? client.request("GET", "/clients").catch(() => []) : [],
    ]);
    return { plan, people, own: clients.find(({ isThis }) => isThis)?.id };
  }

  let shown = "";
  const unfolded = new Set();
  function show({ plan, people, own }) {
    const now = JSON.stringify([plan, [...people], own]);
    // A person may be reading it.
    if (now === shown) return;
    shown = now;
    replaceContents(content, ...planParts(plan, { ...context, people, own, unfolded, refresh: () => poller.refresh() }));
  }

  const fail = (error) => content.replaceChildren(problemNotice(error, () => poller.refresh()));
  const poller = poll(read, { show, fail, milliseconds: everyMilliseconds });
  const stop = store.on("home", poller.refresh);
  poller.refresh();
  return { element, title, close: () => { stop(); poller.close(); } };
}

function planParts(plan, context) {
  // After the end, a new certificate is awaited only of what was cut off.
  const shown = plan.overlap ? plan : { ...plan, items: plan.items.filter(({ isCutOff }) => isCutOff) };
  const all = grouped(shown);
  if (!plan.overlap && !all.length) return [emptyState("check", t("keys.none"), t("keys.noneHelp"))];
  const cards = (isAside) => all.filter(({ name }) => aside.includes(name) === isAside).map((group) => groupCard(group, context));
  const head = plan.overlap ? [progressText(plan, moment), t("keys.help")] : [t("keys.none"), t("keys.ended")];
  return [el("div.key-columns", {},
    el("div.key-column", {},
      el("section.card", {}, el("p", {}, head[0]), el("p.muted", {}, head[1])), cards(false)),
    plan.overlap && el("div.key-column", {}, cards(true), endCard(plan, context)))];
}

function groupCard(group, context) {
  const { name } = group;
  const id = `keys-${name}`;
  const rest = [
    el("p.muted", {}, t(`keys.groupHelp.${name}`)),
    el("ul.rows", {}, sorted(group, context).map((item) =>
      keyRow(item, { people: context.people, href: addressFor(item, context), isOwn: item.id === context.own }))),
  ];
  const heading = el("h2", { id }, groupTitle(group));
  return el("section.card", { "aria-labelledby": id },
    folded.includes(name) ? fold(name, [el("summary", {}, heading), rest], context) : [heading, ...rest]);
}

/** It stays open when the plan is drawn again. */
const fold = (name, contents, { unfolded }) => el("details.fold", {
  open: unfolded.has(name),
  on: { toggle: (event) => { if (event.currentTarget.open) unfolded.add(name); else unfolded.delete(name); } },
}, contents);

/** Of the phones and browsers, the one in use comes first, and then those that were used last. */
function sorted({ name, items }, { own }) {
  if (name !== "clients") return items;
  const time = ({ use }) => Date.parse(use?.lastSeen ?? use?.pairedAt ?? 0);
  return items.toSorted((a, b) => (b.id === own) - (a.id === own) || time(b) - time(a));
}

/** The end of the old keys, which only owners may choose. */
function endCard(plan, context) {
  const isOwner = context.store.may("ownHome");
  return el("section.card", { "aria-labelledby": "keys-end" },
    el("h2", { id: "keys-end" }, t("keys.end")),
    el("p.muted", {}, t(isOwner ? "keys.endHelp" : "keys.endByOwner")),
    isOwner && el("div.key-end", {}, endNotice(plan)),
    isOwner && el("div.actions", {}, el("button.button", {
      type: "button", on: { click: (event) => end(context, event.currentTarget) },
    }, t("incident.step.finishRotation"))));
}

async function end(context, button) {
  button.disabled = true;
  try {
    const incident = await incidentOfRotation(context);
    if (incident) await finishRotation(context, incident);
    else toast(t("keys.noIncident"), { tone: "warn" });
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
  }
  button.disabled = false;
}

/** The incident in which the new keys were created, which lists the step; else the latest one, or undefined. */
async function incidentOfRotation({ client }) {
  const all = (await client.request("GET", "/incidents")).toSorted((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt));
  for (const { id } of all) {
    const incident = await client.request("GET", `/incidents/${id}`);
    if (incident.acts.some(({ containment, isDone }) => containment === "rotateKeys" && isDone)) return incident;
  }
  return all[0];
}

/** Where a person does what is left to do for an item; null when nothing is, or when this person may not. */
function addressFor({ kind, id, effect, isDone, use }, { own, store }) {
  if (isDone) return null;
  if (kind === "client") return id === own ? address("settings", "connection") : own && address("people", use?.person);
  if (!store.may("addDevices")) return null;
  if (effect === "setUpAgain") return address("settings", "devices", { setUp: id });
  return effect === "pairAgain" ? address("settings", "devices") : null;
}
