// Who lives here and what they may; who waits to come in; and `#/people/ID`, all about one of them.

import { el, icon } from "../core/dom.js";
import { byName } from "../core/format.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { empty } from "../parts/empty.js";
import { keyed } from "../parts/keyed.js";
import { watching } from "../parts/watching.js";
import { ordered, pageOf, readBook, readDoor } from "./people/book.js";
import { personCard } from "./people/card.js";
import { door } from "./people/door.js";
import { grantForm } from "./people/grant-form.js";
import { personSections } from "./people/person.js";
import { addPerson } from "./people/person-form.js";

const bookMilliseconds = 20_000;
const doorMilliseconds = 3000;

export const styles = ["people"];

export async function open(context, { id, query }) {
  const { store } = context;
  if (!store.home) await store.read();
  const book = await readBook(context);
  if (query.get("form") && !book.isOwn) return openForm(context, book, id, query);
  return id && !book.isOwn ? openPerson(context, book, id) : openList(context, book);
}

function openForm(context, book, id, query) {
  const person = book.people.find((other) => other.id === id);
  if (!person) return notHere();
  const path = query.get("form") === "denies" ? "denies" : "grants";
  const title = t(path === "denies" ? "people.forbidTitle" : "people.allowTitle", person);
  return {
    title,
    element: el("section.people.people-narrow", {},
      el("header.people-head", {},
        el("a.button.quiet.people-back", { href: address("people", id) }, icon("back"), person.name),
        el("h1", {}, title)),
      grantForm({ page: pageOf(person, book), path, id: query.get("id"), context })),
  };
}

function openPerson(context, book, id) {
  const person = book.people.find((other) => other.id === id);
  if (!person) return notHere();
  const element = el("section.people.people-narrow");
  const watch = watching(() => readBook(context), { milliseconds: bookMilliseconds, fail: () => {}, show });
  const showSections = keyed(element, ({ make }) => make(), { signature: ({ data }) => JSON.stringify(data) });

  function show(read) {
    const found = read.people.find((other) => other.id === id);
    if (found) showSections(personSections(pageOf(found, read), context, { again: watch.again, minute: minute() }));
    else element.replaceChildren(notHere().element);
  }
  show(book);
  return { element, title: person.name, close: watch.close };
}

/** Ages are told anew each minute. */
const minute = () => Math.floor(Date.now() / 60_000);

function notHere() {
  const back = el("a.button", { href: address("people") }, t("nav.people"));
  return { element: empty("people", t("people.notHere"), t("people.notHereHelp"), back), title: t("nav.people") };
}

function openList(context, book) {
  const people = el("ul.people-cards");
  const services = el("ul.people-cards");
  const servicesSection = el("section.people-services", { "aria-labelledby": "people-services" },
    el("h2", { id: "people-services" }, t("people.services")), el("p.muted", {}, t("people.servicesHelp")), services);
  const watch = watching(() => readBook(context), { milliseconds: bookMilliseconds, fail: () => {}, show });
  const again = () => { watch.again(); watchDoor?.again(); };
  const make = (page) => personCard(page, context, again);
  const options = { key: ({ person }) => person.id, signature: (page) => JSON.stringify([page, minute()]) };
  const [showPeople, showServices] = [keyed(people, make, options), keyed(services, make, options)];
  let names = new Map();
  let watchDoor;

  function show(read) {
    names = new Map(read.people.map(({ id, name }) => [id, name]));
    const pages = ordered(read.people, byName).map((person) => pageOf(person, read));
    showPeople(pages.filter(({ person }) => person.role !== "service"));
    showServices(pages.filter(({ person }) => person.role === "service"));
    servicesSection.hidden = !services.children.length;
  }
  show(book);

  const add = el("button.button.primary", { type: "button", on: { click: () => addPerson(context) } },
    icon("plus"), t("people.add"));
  const atDoor = book.isOwn ? null : door(context, { nameOf: (id) => names.get(id) ?? id, again });
  let waiting = 0;
  watchDoor = atDoor && watching(() => readDoor(context), {
    milliseconds: doorMilliseconds, fail: () => {},
    show(found) {
      atDoor.show(found);
      // Who waits no more may be in.
      if (found.pairings.length < waiting) watch.again();
      waiting = found.pairings.length;
    },
  });
  return {
    title: t("nav.people"),
    element: el("section.people", {},
      el("header.people-head", {}, el("h1", {}, t("nav.people")), !book.isOwn && el("div.actions", {}, add)),
      atDoor?.waiting, people, atDoor?.invitations, servicesSection),
    close: () => { watch.close(); watchDoor?.close(); },
  };
}
