// The frame around every view: the summary line at the top, the navigation, and a banner for the lockdown and the state of
// the connection.

import { el, icon, set, toggle, write } from "../core/dom.js";
import { ago } from "../core/format.js";
import { address, currentRoute } from "../core/router.js";
import { restorePlace } from "../core/scroll-place.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";
import { SummaryLine } from "./summary-line.js";
import { toast } from "./toast.js";

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

/** The frame of a session; `show` puts a view into it. */
export class Shell {
  #context;
  #session;
  #summary;
  #bannerText = el("p");
  #endLockdown = el("button.button", { type: "button", on: { click: () => this.#lockdownOff() } }, t("lockdown.end"));
  #banner = el("div.banner", { role: "status", hidden: true }, this.#bannerText, this.#endLockdown);
  #actions = el("div.view-actions");
  #nav = el("nav.nav", { "aria-label": t("nav.label") });
  #main = el("main.main", { id: "main", tabindex: -1 });
  #stops;

  /** `context` is that of the views. */
  constructor(context) {
    this.#context = context;
    this.#session = context.session;
    this.#summary = new SummaryLine(context);
    this.element = el("div.shell", {},
      el("a.skip", { href: "#main", on: { click: (event) => { event.preventDefault(); this.#main.focus(); } } },
        t("nav.skip")),
      this.#nav,
      el("div.body", {},
        el("div.top", {},
          el("header.summary", {},
            this.#session.isWall && el("a.wall-home", { href: address("home"), "aria-label": t("nav.home") }, icon("home")),
            this.#summary.element, this.#actions),
          this.#banner),
        this.#main));
    const { store } = this.#session;
    toggle(this.element, "is-wall", this.#session.isWall);
    const timer = setInterval(() => { this.#showConnection(); this.#dim(); }, 15_000);
    const stops = [
      store.on("connection", () => this.#showConnection()),
      store.on("home", () => { this.showNavigation(); this.#showConnection(); }),
    ];
    this.#stops = () => { stops.forEach((stop) => stop()); clearInterval(timer); this.#summary.close(); };
    this.showNavigation();
    this.#showConnection();
    this.#dim();
  }

  close() { this.#stops(); }

  /** Shows a view, its title, and its `actions` beside the summary line. */
  show(element, title, { focus, actions }) {
    this.#main.replaceChildren(element);
    this.#actions.replaceChildren(...[actions ?? []].flat());
    document.title = title ? `${title} – ${this.#session.store.home?.name ?? "Tomte"}` : "Tomte";
    this.showNavigation();
    restorePlace();
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
    this.#endLockdown.hidden = isOld || !store.home?.isLockedDown || !store.may("modifySettings");
    if (isOld) write(this.#bannerText, staleText(store));
    else if (store.home?.isLockedDown) write(this.#bannerText, t("lockdown.isOn"));
    else if (store.home?.isClockKnown === false) write(this.#bannerText, t("clock.unknown"));
  }

  async #lockdownOff() {
    const { client, store, withStepUp } = this.#context;
    try {
      await withStepUp(() => client.request("POST", "/lockdown", { isOn: false }));
      await store.readHome();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
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
