// The frame around every view: the summary line at the top, the navigation, and a banner for the state of the
// connection.

import { el, icon, set, toggle, write } from "../core/dom.js";
import { ago } from "../core/format.js";
import { address, currentRoute } from "../core/router.js";
import { summary } from "../home/summary.js";
import { t } from "../core/text.js";

/** The views of the navigation, and the permission that each needs. The first ones are on the bar of a phone. */
const views = [
  { name: "home", icon: "home" },
  { name: "energy", icon: "energy", permission: "viewEnergy" },
  { name: "found", icon: "search", permission: "addDevices" },
  { name: "people", icon: "people", permission: "managePeople" },
  { name: "history", icon: "history" },
  { name: "settings", icon: "settings" },
  { name: "health", icon: "health", permission: "manageMaintenance" },
];
const more = { name: "more", icon: "more" };
const barCapacity = 5;

/** The summary changes at most this often: a text that changes with every watt cannot be read. */
const summaryMilliseconds = 500;

/** The frame of a session; `show` puts a view into it. */
export class Shell {
  #session;
  #line = el("p.summary-text");
  #tone = el("span.summary-tone", { "aria-hidden": "true" });
  /** A screen reader is interrupted only by a danger. */
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
      store.on("home", () => { this.showNavigation(); this.#showConnection(); this.#showSummary(); }),
    ];
    this.#stops = () => { stops.forEach((stop) => stop()); clearInterval(timer); clearTimeout(this.#planned); };
    this.showNavigation();
    this.#showSummary();
    this.#showConnection();
    this.#dim();
  }

  close() { this.#stops(); }

  /** Shows a view and its title. */
  show(element, title, { focus }) {
    this.#main.replaceChildren(element);
    document.title = title ? `${title} – ${this.#session.store.home?.name ?? "Tomte"}` : "Tomte";
    this.showNavigation();
    window.scrollTo(0, 0);
    if (focus) this.#main.focus({ preventScroll: true });
  }

  /** Shows links to the views that this person may open. Unchanged links stay, so that they keep the focus. */
  showNavigation() {
    const { front, rest } = permittedViews(this.#session.store);
    const shown = [...front, ...rest, ...(rest.length ? [more] : [])];
    const names = shown.map(({ name }) => name).join(" ");
    if (this.#nav.dataset.views !== names) {
      this.#nav.dataset.views = names;
      this.#nav.replaceChildren(...shown.map((view) => link(view, { isBeyond: rest.includes(view) })));
    }
    for (const each of this.#nav.children) {
      set(each, { "aria-current": each.dataset.view === currentRoute().name ? "page" : null });
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

  /** Dims a panel on a wall from 22 to 6 o'clock. */
  #dim() {
    const hour = new Date().getHours();
    toggle(this.element, "is-night", this.#session.isWall && (hour >= 22 || hour < 6));
  }

  #showConnection() {
    const { store } = this.#session;
    // Nothing is shown while the page connects for the first time, unless it already shows a saved snapshot.
    const isOld = !store.isCurrent && (store.connection === "lost" || store.home !== null);
    this.#banner.hidden = !isOld && !store.home?.isLockedDown && store.home?.isClockKnown !== false;
    if (isOld) write(this.#banner, staleText(store));
    else if (store.home?.isLockedDown) write(this.#banner, t("lockdown.isOn"));
    else if (store.home?.isClockKnown === false) write(this.#banner, t("clock.unknown"));
  }
}

function link({ name, icon: picture }, { isBeyond }) {
  const classes = isBeyond ? ".beyond-bar" : name === more.name ? ".only-bar" : "";
  return el(`a.nav-link${classes}`, { href: address(name), "data-view": name }, icon(picture),
    el("span", {}, t(`nav.${name}`)));
}

function staleText({ asOf, connection }) {
  if (connection !== "lost") return t("connection.reading", { ago: ago(asOf, Date.now()) });
  return asOf ? t("connection.lostSince", { ago: ago(asOf, Date.now()) }) : t("connection.lost");
}

/** Whether this person may open a view. */
export function isPermitted(name, store) {
  const { permission } = views.find((view) => view.name === name) ?? {};
  return !permission || !store.home || store.may(permission);
}

/** The views that this person may open: those that fit on the bar of a phone, and the rest. */
export function permittedViews(store) {
  const open = views.filter(({ permission }) => !permission || store.may(permission));
  const count = open.length > barCapacity ? barCapacity - 1 : barCapacity;
  return { front: open.slice(0, count), rest: open.slice(count) };
}
