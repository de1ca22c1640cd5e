// The plan of a rotation of the home's keys: what each device, phone and browser needs, as rows and as one line.

import { el, icon } from "../../core/dom.js";
import { ago, day, moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { capitalised, t } from "../../core/text.js";
import { problemNotice } from "../../parts/problem.js";

/** The effects of which the gateway learns that they are done. It cannot know what a phone or browser trusts. */
const followedEffects = ["setUpAgain", "renewedByGateway", "pairAgain"];

/** `{ done, count }` of the items whose end the gateway learns. */
export function progressOf({ items }) {
  const followed = items.filter(({ effect }) => followedEffects.includes(effect));
  return { done: followed.filter(({ isDone }) => isDone).length, count: followed.length };
}

/** "New keys: 12 of 33 done, until 12 Dec": a card that leads to the plan; null while no rotation runs. */
export function keyCard(plan) {
  if (!plan?.overlap) return null;
  const { done, count } = progressOf(plan);
  const until = day(plan.overlap.endsAt);
  return el("section.card.key-card", {}, icon("key"),
    el("p", {}, count ? t("keys.progress", { done, count, until }) : t("keys.running", { until })),
    el("a.button", { href: address("keys") }, t("keys.show")));
}

/** An element that shows the plan as soon as it is read. */
export function keyPlan({ client, store }) {
  const element = el("div.key-plan", {}, el("p.loading", {}, t("incident.reading")));
  const show = ([plan, people]) => element.replaceChildren(
    el("p", {}, plan.overlap ? t("incident.keys.overlap", { until: moment(plan.overlap.endsAt) }) : t("incident.keys.before")),
    el("ul.rows", {}, plan.items.map((item) => keyRow(item, { people }))));
  const read = () => Promise.all([client.request("GET", "/key-rotation"), peopleNames({ client, store })])
    .then(show, (error) => element.replaceChildren(problemNotice(error, read)));
  read();
  return element;
}

/** The names of people by their ids; empty for a person who may not see them. */
export async function peopleNames({ client, store }) {
  const people = store.may("managePeople") ? await client.request("GET", "/people").catch(() => []) : [];
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** A row of the plan. With `href`, it leads to where a person does what is left. */
export function keyRow(item, { people, href = null }) {
  const { name, id, isDone, obstacle } = item;
  const words = [isDone && icon("check"),
    el("span.row-words", {}, el("span.setting-name", {}, name ?? id), el("span.help", {}, stateOf(item)),
      item.use && el("span.help", {}, clientFacts(item.use, people.get(item.use.person))),
      // A sentence of the device's link, in English: why it refused new keys.
      obstacle && el("span.help", { lang: "en" }, obstacle))];
  if (!href) return el("li.row", {}, words);
  return el("li", {}, el("a.row", { href }, words, icon("forward")));
}

function stateOf({ effect, isDone, isIssued }) {
  if (isDone) return t("incident.keys.done");
  return isIssued ? t("incident.keys.issued") : t(`incident.keys.${effect}`);
}

/** "Olga · last seen 5 min ago": whose client it is. */
export function clientFacts({ person, lastSeen, pairedAt }, name) {
  const seen = lastSeen ? t("people.seen", { ago: ago(lastSeen) }) : t("people.pairedAt", { day: day(pairedAt) });
  return `${name ?? person} · ${name ? seen : capitalised(seen)}`;
}
