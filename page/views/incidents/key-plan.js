// The view of the plan of new keys: what is left to do, what happens by itself, and what is done. It stays while the old
// keys count, also when the incident is closed.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { accessDenied, emptyState } from "../../parts/empty-state.js";
import { poll } from "../../parts/poll.js";
import { problemNotice } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { keyRow, peopleNames, progressOf } from "./keys.js";

export const styles = ["settings", "facts", "incidents"];

const everyMilliseconds = 15_000;

/** The groups of the plan, in the order in which they are shown. */
const groups = [
  ["toDo", ({ effect, isDone, isIssued }) => !isDone && (effect === "pairAgain" || (effect === "setUpAgain" && !isIssued))],
  ["awaited", ({ effect, isDone, isIssued }) => !isDone && effect === "setUpAgain" && isIssued],
  ["clients", ({ kind }) => kind === "client"],
  ["byItself", ({ effect, isDone }) => !isDone && effect === "renewedByGateway"],
  ["done", ({ isDone }) => isDone],
  ["kept", ({ effect }) => effect === "notRotated"],
];

export function open({ client, store }) {
  const title = t("keys.title");
  if (!store.may("manageMaintenance")) {
    return { element: accessDenied("shield", title, t("closed.help")), title, close: () => {} };
  }
  const content = el("div.cards", {}, el("p.loading", {}, t("incident.reading")));
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
  function show({ plan, people, own }) {
    const now = JSON.stringify([plan, [...people], own]);
    // A person may be reading it.
    if (now === shown) return;
    shown = now;
    replaceContents(content, ...plan.overlap ? planParts(plan, { people, own, store })
      : [emptyState("check", t("keys.none"), t("keys.noneHelp"))]);
  }

  const fail = (error) => content.replaceChildren(problemNotice(error, () => poller.refresh()));
  const poller = poll(read, { show, fail, milliseconds: everyMilliseconds });
  const stop = store.on("home", poller.refresh);
  poller.refresh();
  return { element, title, close: () => { stop(); poller.close(); } };
}

function planParts(plan, context) {
  const { done, count } = progressOf(plan);
  const until = moment(plan.overlap.endsAt);
  const sections = groups.map(([name, belongs]) => [name, plan.items.filter(belongs)]).filter(([, items]) => items.length);
  return [
    el("section.card", {},
      el("p", {}, count ? t("keys.progress", { done, count, until }) : t("keys.running", { until })),
      el("p.muted", {}, t("keys.help"))),
    ...sections.map(([name, items]) => el("section.card", { "aria-labelledby": `keys-${name}` },
      el("h2", { id: `keys-${name}` }, t(`keys.group.${name}`)),
      el("p.muted", {}, t(`keys.groupHelp.${name}`)),
      el("ul.rows", {}, items.map((item) => keyRow(item, { people: context.people, href: addressFor(item, context) }))))),
  ];
}

/** Where a person does what is left to do for an item; null when nothing is, or when this person may not. */
function addressFor({ kind, id, effect, isDone, use }, { own, store }) {
  if (isDone) return null;
  if (kind === "client") return id === own ? address("settings", "connection") : own && address("people", use?.person);
  if (!store.may("addDevices")) return null;
  if (effect === "setUpAgain") return address("settings", "devices", { setUp: id });
  return effect === "pairAgain" ? address("settings", "devices") : null;
}
