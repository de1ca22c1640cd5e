// The home view: the favourites, then the rooms as cards in columns, each with its tiles.

import { homeScreen } from "../home/layout.js";
import { newCertificate, recordInstalled } from "../home/new-certificate.js";
import { listedGrants } from "../home/own-grants.js";
import { el, icon } from "../core/dom.js";
import { day } from "../core/format.js";
import { loadLastingStylesheet, loadStylesheets } from "../core/load-stylesheets.js";
import { address } from "../core/router.js";
import { t, withAllMessages } from "../core/text.js";
import { Columns } from "../parts/columns.js";
import { emptyState } from "../parts/empty-state.js";
import { loadPart } from "../parts/load-part.js";
import { problemNotice } from "../parts/problem.js";
import { RoomCard } from "../parts/room-card.js";
import { Tile } from "../parts/tile.js";

const agesMilliseconds = 20_000;

/** The section about limited access is loaded only for people who have such access, before the view opens, so that it
 *  does not move the tiles down. */
async function loadOwnGrants() {
  await loadLastingStylesheet("own-grants");
  return withAllMessages(import("./home/own-grants.js"));
}

/** The consents that an owner has neither answered nor put off in this browser. Few homes have any, so the question is
 *  loaded like the section above. */
const openConsents = ({ store, session }) => (store.home?.isPanel ? [] : store.home?.openConsents ?? [])
  .filter(({ id, version }) => session.identity.postponedConsents?.[id] !== version);
async function loadQuestion() {
  await loadLastingStylesheet("consent-question");
  return withAllMessages(import("./home/consent-question.js"));
}

export async function open(context) {
  if (listedGrants(context.store.home).length) await loadOwnGrants();
  const view = new HomeView(context);
  return { element: view.element, title: t("nav.home"), actions: view.actions, close: () => view.close() };
}

class HomeView {
  #context;
  #outline;
  #stop;
  #timer;
  /** The tiles, cards and columns that are shown; each has a `close`. */
  #pieces = [];
  /** The tiles and cards whose ages are kept up to date. */
  #updated = [];
  #editor = null;
  /** The question about a consent, which stays while other things are rebuilt: `{ id, place }`. */
  #question = null;
  #isClosed = false;
  #addLink = el("a.icon-button.wide-only", {
    href: address("settings", "devices"), "aria-label": t("home.find"), title: t("home.find"),
  }, icon("plus"));
  #editButton = el("button.icon-button", {
    type: "button", "aria-label": t("home.edit"), title: t("home.edit"), on: { click: () => this.#edit() },
  }, icon("edit"));

  constructor(context) {
    this.#context = context;
    this.element = el("section.home");
    this.actions = [this.#addLink, this.#editButton];
    this.#build();
    this.#stop = context.store.on(["devices", "home"], () => this.#rebuildIfChanged());
    this.#timer = setInterval(() => this.#updated.forEach((piece) => piece.update()), agesMilliseconds);
  }

  close() {
    this.#isClosed = true;
    this.#stop();
    clearInterval(this.#timer);
    this.#editor?.close();
    this.#closePieces();
  }

  #closePieces() {
    this.#pieces.forEach((piece) => piece.close());
    this.#pieces = [];
    this.#updated = [];
  }

  /** Rebuilds the tiles only when more than a value has changed, so that a slider in use and the focus are not lost. */
  #rebuildIfChanged() {
    const { store } = this.#context;
    // The editor makes the changes of the layout itself.
    const now = outline(this.#context, this.#editor ? null : store.home?.layout);
    if (now === this.#outline) return;
    this.#outline = now;
    if (this.#editor) this.#editor.update();
    else this.#build();
  }

  #build() {
    const { store } = this.#context;
    this.#outline = outline(this.#context, store.home?.layout);
    this.#closePieces();
    const { favourites, rooms } = homeScreen(store);
    this.#editButton.hidden = !store.home?.layout?.mayChange || !store.devices.size;
    this.#addLink.hidden = !store.may("addDevices") || !store.devices.size;
    const grants = listedGrants(store.home);
    this.element.replaceChildren(el("h1.visually-hidden", {}, t("nav.home")),
      ...[newNotice(this.#context), certificateLine(this.#context), incidentLine(this.#context), grants.length && this.#ownGrants(grants), this.#consentQuestion(),
        favourites.length && this.#favourites(favourites),
        rooms.length && this.#rooms(rooms)].filter(Boolean));
    if (!store.devices.size && !grants.length && store.home) this.element.append(nothing(store));
  }

  /** What this person may do and when. */
  #ownGrants(grants) {
    const place = el("div");
    loadOwnGrants().then(
      ({ ownGrants }) => place.replaceChildren(ownGrants(this.#context.store, grants)),
      (error) => place.replaceChildren(problemNotice(error, () => this.#build())));
    return place;
  }

  /** The first open question. It comes after the view, which does not wait for it. */
  #consentQuestion() {
    const [consent] = openConsents(this.#context);
    if (this.#question?.id !== consent?.id) this.#question = null;
    if (!consent) return null;
    if (this.#question) return this.#question.place;
    const place = el("div");
    const done = () => {
      place.remove();
      this.#question = null;
    };
    this.#question = { id: consent.id, place };
    loadQuestion().then(({ consentQuestion }) => consentQuestion(this.#context, consent.id, done))
      .then((question) => (question ? place.append(question) : done()), done);
    return place;
  }

  #favourites(favourites) {
    const tiles = favourites.map((model) => this.#keep(new Tile(this.#context, model)));
    this.#updated.push(...tiles);
    return el("section.room.favourites", { "aria-labelledby": "favourites" },
      el("h2.visually-hidden", { id: "favourites" }, t("home.favourites")),
      el("div.tiles", {}, tiles.map(({ element }) => element)));
  }

  #rooms(rooms) {
    const cards = rooms.map((room) => this.#keep(new RoomCard(this.#context, room)));
    this.#updated.push(...cards);
    const columns = new Columns(cards.map(({ element }) => element), (index) => estimatedHeight(rooms[index]));
    return this.#keep(columns).element;
  }

  #keep(piece) {
    this.#pieces.push(piece);
    return piece;
  }

  async #edit() {
    if (this.#editor) return;
    // The home may still be the one of the last visit, and another browser may have changed the layout since.
    const loaded = await loadPart(() => Promise.all([
      withAllMessages(import("./home/layout-editor.js")), loadStylesheets(["layout-editor"]),
      this.#context.store.readHome().catch(() => null),
    ]));
    if (!loaded || this.#isClosed || this.#editor) return;
    const [{ LayoutEditor }, enableStyles] = loaded;
    enableStyles();
    this.#closePieces();
    this.actions.forEach((action) => { action.hidden = true; });
    this.#editor = new LayoutEditor(this.#context, { done: () => this.#endEditing() });
    this.element.replaceChildren(this.#editor.element);
    this.#outline = outline(this.#context, null);
    this.#editor.focus();
  }

  #endEditing() {
    this.#editor.close();
    this.#editor = null;
    this.#build();
    this.#editButton.focus();
  }
}

/** The height of a card in pixels, from the number of its rows with two tiles each. */
function estimatedHeight({ tiles }) {
  const wide = tiles.filter(({ kind, isRoomClimate }) => kind === "cover" && !isRoomClimate).length;
  const climate = tiles.filter(({ isRoomClimate }) => isRoomClimate).length;
  return 68 + climate * 64 + (wide + Math.ceil((tiles.length - wide - climate) / 2)) * 92;
}

/** The home as text without the states of its devices. */
function outline(context, layout) {
  const { home, devices } = context.store;
  return JSON.stringify([home?.rooms, home?.grants, home?.openConsents, home?.unseenIncidents, hasNewNotice(context), newCertificate(context), layout,
    [...devices.values()].map(({ id, name, room, parts }) => [id, name, room,
      parts.map((part) => [part.id, part.purpose, part.capabilities.map(({ state, ...rest }) => rest)])])]);
}

/** Whether the person has not seen the privacy notice, or not its newest version. One who is just joining saw it there,
 *  and one in the first setup sees it in its first step. */
const hasNewNotice = ({ store, session: { identity } }) =>
  Boolean(store.home?.unseenNotice && !identity.notice && !identity.setup);

/** A line while an incident is open that this person has not seen. Others do not get the number. What the incident is
 *  follows, because few homes have any, and its words are not needed before. */
function incidentLine(context) {
  const { home } = context.store;
  const count = home?.isPanel ? 0 : home?.unseenIncidents ?? 0;
  if (!count) return null;
  const words = el("span", {}, t("home.incidents", { count }));
  const link = el("a.button", { href: address("settings", "incidents") }, t("home.showIncidents"));
  withAllMessages(import("./home/incident-line.js")).then(({ nameIncident }) => nameIncident(context, words, link)).catch(() => {});
  return el("p.notice.warn.home-notice", { role: "status" }, words, link);
}

/** A line until a person says that the new certificate is installed here, also after the old keys have ended. */
function certificateLine(context) {
  const found = newCertificate(context);
  if (!found) return null;
  const done = () => {
    element.remove();
    recordInstalled(context.session, found);
  };
  const words = found.until ? t("home.newCertificate", { day: day(found.until) }) : t("home.newCertificateNow");
  const element = el("p.notice.home-notice", {}, el("span", {}, words),
    el("a.button", { href: address("settings", "connection") }, t("home.showCertificate")),
    el("button.button", { type: "button", on: { click: done } }, t("home.hasCertificate")));
  return element;
}

function newNotice(context) {
  return hasNewNotice(context) && el("p.notice.home-notice", {}, el("span", {}, t("home.newNotice")),
    el("a.button", { href: address("settings", "privacy") }, t("home.readNotice")));
}

function nothing(store) {
  const may = store.may("addDevices");
  if (store.home.person?.role === "guest") return emptyState("home", t("home.unshared"), t("home.unsharedHelp"));
  return emptyState("home", t("home.empty"), may ? t("home.emptyHelp") : t("home.emptyForOthers"),
    may && el("a.button.primary", { href: address("settings", "devices") }, t("home.find")));
}
