// What stands around every view: the line at the top, the way to the other rooms, and what there is to know of the link.

import { el, icon, set, toggle, write } from "../core/dom.js";
import { ago } from "../core/format.js";
import { address, place } from "../core/router.js";
import { summary } from "../home/summary.js";
import { t } from "../core/text.js";

/** The rooms of the page, and the permission that opens each; those on the phone's bar come first. */
const rooms = [
  { name: "home", icon: "home" },
  { name: "energy", icon: "energy", permission: "viewEnergy" },
  { name: "found", icon: "search", permission: "addDevices" },
  { name: "people", icon: "people", permission: "managePeople" },
  { name: "history", icon: "history" },
  { name: "settings", icon: "settings" },
  { name: "health", icon: "health", permission: "manageMaintenance" },
];
const more = { name: "more", icon: "more" };
const onBar = 5;

/** A line of words that changes with every watt is not read. */
const summaryMilliseconds = 500;

export class Shell {
  #session;
  #line = el("p.summary-text");
  #tone = el("span.summary-tone", { "aria-hidden": "true" });
  /** Only danger interrupts who listens. */
  #alert = el("p.visually-hidden", { role: "alert" });
  #banner = el("div.banner", { role: "status", hidden: true });
  #nav = el("nav.nav", { "aria-label": t("nav.label") });
  #main = el("main.main", { id: "main", tabindex: -1 });
  #planned = null;
  #stops;

  constructor(session) {
    this.#session = session;
    this.element = el("div.shell", {},
      el("a.skip", { href: "#main", on: { click: (event) => { event.preventDefault(); this.#main.focus(); } } },
        t("nav.skip")),
      this.#nav,
      el("div.body", {},
        el("header.summary", {},
          session.isWall && el("a.wall-home", { href: address("home"), "aria-label": t("nav.home") }, icon("home")),
          this.#tone, this.#line, this.#alert),
        this.#banner, this.#main));
    const { store } = session;
    toggle(this.element, "is-wall", session.isWall);
    const timer = setInterval(() => { this.#showConnection(); this.#dim(); }, 15_000);
    const stops = [
      store.on("any", () => this.#planSummary()), store.on("connection", () => this.#showConnection()),
      store.on("home", () => { this.showRooms(); this.#showConnection(); this.#showSummary(); }),
    ];
    this.#stops = () => { stops.forEach((stop) => stop()); clearInterval(timer); clearTimeout(this.#planned); };
    this.showRooms();
    this.#showSummary();
    this.#showConnection();
    this.#dim();
  }

  close() { this.#stops(); }

  /** Puts a view into the middle. */
  show(element, title, { focus }) {
    this.#main.replaceChildren(element);
    document.title = title ? `${title} – ${this.#session.store.home?.name ?? "Tomte"}` : "Tomte";
    this.showRooms();
    window.scrollTo(0, 0);
    if (focus) this.#main.focus({ preventScroll: true });
  }

  /** The ways to the rooms that are open to this person; links stay, so that whoever is on one stays on it. */
  showRooms() {
    const { front, rest } = openRooms(this.#session.store);
    const shown = [...front, ...rest, ...(rest.length ? [more] : [])];
    const names = shown.map(({ name }) => name).join(" ");
    if (this.#nav.dataset.rooms !== names) {
      this.#nav.dataset.rooms = names;
      this.#nav.replaceChildren(...shown.map((room) => link(room, { isBeyond: rest.includes(room) })));
    }
    for (const each of this.#nav.children) {
      set(each, { "aria-current": each.dataset.room === place().name ? "page" : null });
    }
  }

  #planSummary() {
    this.#planned ??= setTimeout(() => this.#showSummary(), summaryMilliseconds);
  }

  #showSummary() {
    clearTimeout(this.#planned);
    this.#planned = null;
    const { store } = this.#session;
    if (!store.home) return;
    const { tone, text, danger } = summary(store);
    write(this.#line, text);
    write(this.#alert, danger);
    set(this.#tone, { "data-tone": tone });
  }

  /** A wall shines less at night. */
  #dim() {
    const hour = new Date().getHours();
    toggle(this.element, "is-night", this.#session.isWall && (hour >= 22 || hour < 6));
  }

  #showConnection() {
    const { store } = this.#session;
    // The first moment needs no words; what was kept from before does.
    const isOld = !store.isCurrent && (store.connection === "lost" || store.home !== null);
    this.#banner.hidden = !isOld && !store.home?.isLockedDown && store.home?.isClockKnown !== false;
    if (isOld) write(this.#banner, oldness(store));
    else if (store.home?.isLockedDown) write(this.#banner, t("lockdown.isOn"));
    else if (store.home?.isClockKnown === false) write(this.#banner, t("clock.unknown"));
  }
}

function link({ name, icon: picture }, { isBeyond }) {
  const classes = isBeyond ? ".beyond-bar" : name === more.name ? ".only-bar" : "";
  return el(`a.nav-link${classes}`, { href: address(name), "data-room": name }, icon(picture),
    el("span", {}, t(`nav.${name}`)));
}

function oldness({ asOf, connection }) {
  if (connection !== "lost") return t("connection.reading", { ago: ago(asOf, Date.now()) });
  return asOf ? t("connection.lostSince", { ago: ago(asOf, Date.now()) }) : t("connection.lost");
}

/** Whether a room of the page is open to this person. */
export function isOpen(name, store) {
  const { permission } = rooms.find((room) => room.name === name) ?? {};
  return !permission || !store.home || store.may(permission);
}

/** What is open to this person: what a phone's bar has a place for, and the rest. */
export function openRooms(store) {
  const open = rooms.filter(({ permission }) => !permission || store.may(permission));
  const count = open.length > onBar ? onBar - 1 : onBar;
  return { front: open.slice(0, count), rest: open.slice(count) };
}
