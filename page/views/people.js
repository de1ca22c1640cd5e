// The people view: the people of the home and their permissions, and pending pairings; `#/people/ID` shows one person.

import { el, icon } from "../core/dom.js";
import { byName } from "../core/format.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { emptyState } from "../parts/empty-state.js";
import { reconcileList } from "../parts/reconcile-list.js";
import { poll } from "../parts/poll.js";
import { orderedByRole, personDataOf, readGrantOptions, readPeopleData, readPairings } from "./people/people-data.js";
import { personCard } from "./people/card.js";
import { pairingSections } from "./people/pairing-sections.js";
import { grantForm } from "./people/grant-form.js";
import { inviteForm } from "./people/invite-form.js";
import { personSections } from "./people/person.js";
import { addPerson } from "./people/person-form.js";

const peoplePollMilliseconds = 20_000;
const pairingPollMilliseconds = 3000;

export const styles = ["people"];

export async function open(context, { id, query }) {
  const { store } = context;
  if (!store.home) await store.read();
  const peopleData = await readPeopleData(context);
  if (query.get("form") === "invite" && !peopleData.isOwn) return openInvite(context, peopleData, id);
  if (query.get("form") && !peopleData.isOwn) return openForm(context, peopleData, id, query);
  return id && !peopleData.isOwn ? openPerson(context, peopleData, id) : openList(context, peopleData);
}

async function openForm(context, peopleData, id, query) {
  const person = peopleData.people.find((other) => other.id === id);
  if (!person) return notHere();
  const path = query.get("form") === "denies" ? "denies" : "grants";
  const title = t(path === "denies" ? "people.forbidTitle" : "people.allowTitle", person);
  const { permissions } = await readGrantOptions(context);
  return {
    title,
    element: el("section.people.people-narrow", {},
      el("header.people-head", {},
        el("a.button.quiet.people-back", { href: address("people", id) }, icon("back"), person.name),
        el("h1", {}, title)),
      grantForm({ personData: personDataOf(person, peopleData), permissions, path, id: query.get("id"), context })),
  };
}

/** The form of an invitation; without an id for a person to choose or to add. */
async function openInvite(context, { people }, id) {
  const person = people.find((other) => other.id === id);
  if (id && !person) return notHere();
  const title = person ? t("invite.titleFor", person) : t("invite.title");
  const options = await readGrantOptions(context);
  return {
    title,
    element: el("section.people.people-narrow", {},
      el("header.people-head", {},
        el("a.button.quiet.people-back", { href: address("people", id) },
          icon("back"), person?.name ?? t("nav.people")),
        el("h1", {}, title)),
      inviteForm({ people, person, options, context })),
  };
}

function openPerson(context, peopleData, id) {
  const person = peopleData.people.find((other) => other.id === id);
  if (!person) return notHere();
  const sections = el("div.people");
  const notice = el("div", { hidden: true }, notHere().element);
  const element = el("section.people.people-narrow", {}, notice, sections);
  const poller = poll(() => readPeopleData(context), { milliseconds: peoplePollMilliseconds, fail: () => {}, show });
  const showSections = reconcileList(sections, ({ make }) => make(), { signature: ({ data }) => JSON.stringify(data) });

  function show(read) {
    const found = read.people.find((other) => other.id === id);
    notice.hidden = Boolean(found);
    sections.hidden = !found;
    if (!found) return;
    const options = { refresh: poller.refresh, minute: minute() };
    showSections(personSections(personDataOf(found, read), context, options));
  }
  show(peopleData);
  return { element, title: person.name, close: poller.close };
}

/** The number of the present minute: part of the signatures, so that ages are updated each minute. */
const minute = () => Math.floor(Date.now() / 60_000);

function notHere() {
  const back = el("a.button", { href: address("people") }, t("nav.people"));
  return { element: emptyState("people", t("people.notHere"), t("people.notHereHelp"), back), title: t("nav.people") };
}

function openList(context, peopleData) {
  const people = el("ul.people-cards");
  const services = el("ul.people-cards");
  const servicesSection = el("section.people-services", { "aria-labelledby": "people-services" },
    el("h2", { id: "people-services" }, t("people.services")), el("p.muted", {}, t("people.servicesHelp")), services);
  const poller = poll(() => readPeopleData(context), { milliseconds: peoplePollMilliseconds, fail: () => {}, show });
  const refresh = () => { poller.refresh(); pairingPoller?.refresh(); };
  const make = (personData) => personCard(personData, context, refresh);
  const options = { key: ({ person }) => person.id, signature: (personData) => JSON.stringify([personData, minute()]) };
  const [showPeople, showServices] = [reconcileList(people, make, options), reconcileList(services, make, options)];
  let names = new Map();
  let pairingPoller;

  function show(read) {
    names = new Map(read.people.map(({ id, name }) => [id, name]));
    const entries = orderedByRole(read.people, byName).map((person) => personDataOf(person, read));
    showPeople(entries.filter(({ person }) => person.role !== "service"));
    showServices(entries.filter(({ person }) => person.role === "service"));
    servicesSection.hidden = !services.children.length;
  }
  show(peopleData);

  const invite = el("a.button.primary", { href: address("people", undefined, { form: "invite" }) },
    icon("plus"), t("invite.verb"));
  const add = el("button.button", { type: "button", on: { click: () => addPerson(context) } },
    icon("plus"), t("people.add"));
  const pairings = peopleData.isOwn ? null : pairingSections(context, { nameOf: (id) => names.get(id) ?? id, refresh });
  let waiting = 0;
  pairingPoller = pairings && poll(() => readPairings(context), {
    milliseconds: pairingPollMilliseconds, fail: () => {},
    show(found) {
      pairings.show(found);
      // A pairing that is no longer pending may have become a client.
      const pending = found.pairings.length + found.invitations.length;
      if (pending < waiting) poller.refresh();
      waiting = pending;
    },
  });
  const stop = context.store.on("requests", () => pairingPoller?.refresh());
  return {
    title: t("nav.people"),
    element: el("section.people", {},
      el("header.people-head", {}, el("h1", {}, t("nav.people")),
        !peopleData.isOwn && el("div.actions", {}, add, invite)),
      pairings?.waiting, people, pairings?.invitations, servicesSection),
    close: () => { stop(); poller.close(); pairingPoller?.close(); },
  };
}
