// The plan of a rotation of the home's keys: what each device, phone and browser needs, as rows and as one line.

import { el, icon } from "../../core/dom.js";
import { ago, day } from "../../core/format.js";
import { address } from "../../core/router.js";
import { capitalised, list, t } from "../../core/text.js";
import { problemNotice } from "../../parts/problem.js";

/** A notice names at most so many devices; the others are counted. */
const mostNames = 8;

/** The devices behind one connection are counted if they are more than these. */
const mostDevices = 2;

/** The effects of which the gateway learns that they are done. It cannot know what a phone or browser trusts. */
const followedEffects = ["setUpAgain", "renewedByGateway", "pairAgain"];

/** `{ done, count }` of the items whose end the gateway learns. */
export function progressOf({ items }) {
  const followed = items.filter(({ effect }) => followedEffects.includes(effect));
  return { done: followed.filter(({ isDone }) => isDone).length, count: followed.length };
}

/** The groups of a plan, in the order in which they are shown. */
const groups = [
  ["cutOff", ({ isCutOff, isIssued }) => isCutOff && !isIssued],
  ["setUpAgain", ({ effect, isDone, isIssued, isCutOff }) => effect === "setUpAgain" && !isDone && !isIssued && !isCutOff],
  ["pairAgain", ({ effect, isDone }) => effect === "pairAgain" && !isDone],
  ["awaited", ({ effect, isDone, isIssued }) => effect === "setUpAgain" && !isDone && isIssued],
  ["clients", ({ kind }) => kind === "client"],
  ["byItself", ({ effect, isDone }) => effect === "renewedByGateway" && !isDone],
  ["done", ({ isDone }) => isDone],
  ["kept", ({ effect, isDone }) => effect === "notRotated" && !isDone],
];

/** `[{ name, items }]`: the groups that have items, which are in the order of their names. */
export const grouped = (plan) => groups.map(([name, belongs]) => ({ name, items: byName(plan.items.filter(belongs)) }))
  .filter(({ items }) => items.length);

/** The items of one group. */
const itemsOf = (plan, name) => grouped(plan).find((group) => group.name === name)?.items ?? [];

/** The heading of a group, with its count. */
export const groupTitle = ({ name, items }) => t("keys.counted", { title: t(`keys.group.${name}`), count: items.length });

/** How many connections use new keys, or how many the end of the old keys cut off: a card that leads to the plan; null
 *  without either. */
export function keyCard(plan) {
  const cutOff = plan ? plan.items.filter(({ isCutOff }) => isCutOff).length : 0;
  if (!plan?.overlap && !cutOff) return null;
  return el("section.card.key-card", {}, icon(plan.overlap ? "key" : "warning"),
    el("p", {}, plan.overlap ? progressText(plan, day) : t("keys.cutOffCount", { count: cutOff })),
    el("a.button", { href: address("keys") }, t("keys.show")));
}

/** How many have new keys, and until when the old ones count; `format` is that of the time. */
export function progressText(plan, format) {
  const { done, count } = progressOf(plan);
  const until = format(plan.overlap.endsAt);
  return count ? t("keys.progress", { count: done, all: count, until }) : t("keys.running", { until });
}

/** An element that shows what new keys mean, as soon as the plan is read. With `isEnd`, only what the end of the old
 *  ones cuts off. */
export function keyPlan({ client, store }, { isEnd = false } = {}) {
  const element = el("div.key-plan", {}, el("p.loading", {}, t("incident.reading")));
  const show = ([plan, people]) => element.replaceChildren(
    ...isEnd ? endNotice(plan)
      : [el("p", {}, t("incident.keys.before")), ...grouped(plan).map((group) => foldOf(group, people))]);
  const read = () => Promise.all([client.request("GET", "/key-rotation"), peopleNames({ client, store })])
    .then(show, (error) => element.replaceChildren(problemNotice(error, read)));
  read();
  return element;
}

/** "2 connections will be cut off until you set them up again: Fridge and Washer.", and how many phones must trust the new
 *  certificate, as elements. */
export function endNotice(plan) {
  const clients = itemsOf(plan, "clients").length;
  return [cutOffNotice(itemsOf(plan, "setUpAgain")), clients > 0 && el("p", {}, t("keys.endClients", { count: clients }))].filter(Boolean);
}

function cutOffNotice(items) {
  if (!items.length) return el("p.notice", {}, icon("check"), el("span", {}, t("keys.endCutsOffNone")));
  const all = items.map(shortName);
  const names = all.length > mostNames ? [...all.slice(0, mostNames), t("activity.others", { count: all.length - mostNames })] : all;
  return el("p.notice.warn", {}, icon("warning"),
    el("span", {}, t("keys.endCutsOff", { count: all.length, names: list(names) })));
}

const foldOf = (group, people) => el("details.fold", {}, el("summary", {}, groupTitle(group)),
  el("p.help", {}, t(`keys.groupHelp.${group.name}`)),
  el("ul.rows", {}, group.items.map((item) => keyRow(item, { people }))));

const nameOf = ({ name, id }) => name ?? id;

const byName = (items) => items.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { sensitivity: "base", numeric: true }));

/** The name of one connection among others: a bridge with many devices by its id. */
const shortName = (item) => (item.devices?.length > mostDevices
  ? t("keys.manyDevices", { root: item.id, count: item.devices.length }) : nameOf(item));

/** The names of people by their ids; empty for a person who may not see them. */
export async function peopleNames({ client, store }) {
  const people = store.may("managePeople") ? await client.request("GET", "/people").catch(() => []) : [];
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** A row of the plan. With `href`, it leads to where a person does what is left. `isOwn` marks the browser in use. */
export function keyRow(item, { people, href = null, isOwn = false }) {
  const { isDone, obstacle, use } = item;
  const facts = use && clientFacts(use, people.get(use.person));
  const words = [isDone && icon("check"),
    el("span.row-words", {}, el("span.setting-name", {}, nameOf(item)),
      facts && el("span.help", {}, isOwn ? `${facts} · ${t("people.thisOne")}` : facts),
      // A sentence of the device's link, in English: why it refused new keys.
      obstacle && el("span.help", { lang: "en" }, obstacle))];
  if (!href) return el("li.row", {}, words);
  return el("li", {}, el("a.row", { href }, words, icon("forward")));
}

/** "Olga · last seen 5 min ago": whose client it is. */
export function clientFacts({ person, lastSeen, pairedAt }, name) {
  const seen = lastSeen ? t("people.seen", { ago: ago(lastSeen) }) : t("people.pairedAt", { day: day(pairedAt) });
  return `${name ?? person} · ${name ? seen : capitalised(seen)}`;
}
