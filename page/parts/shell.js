// The frame around every view: the summary line at the top, the navigation, the search, and a banner for the lockdown
// and the state of the connection.

import { el, icon, set, toggle, write } from "../core/dom.js";
import { ago } from "../core/format.js";
import { address } from "../core/router.js";
import { restorePlace } from "../core/scroll-place.js";
import { t } from "../core/text.js";
import { Navigation } from "./navigation.js";
import { problemText } from "./problem.js";
import { searchButton } from "./search-button.js";
import { SummaryLine } from "./summary-line.js";
import { toast } from "./toast.js";

/** A view that opens sooner opens at once for a person, and needs no sign that it loads. */
const loadingDelayMilliseconds = 150;

/** What waits is asked for when the first view is shown. */
const waitingDelayMilliseconds = 2000;

/** The frame of a session; `show` puts a view into it. */
export class Shell {
  #context;
  #session;
  #summary;
  #bannerText = el("span");
  /** What a lockdown permits. A phone shows it when a person asks, because the banner stays while the page scrolls. */
  #bannerRest = el("span.banner-rest");
  #bannerMore = el("button.button.quiet.banner-more", { type: "button", on: { click: () => this.#toggleRest() } });
  #isRestShown = false;
  #endLockdown = el("button.button", { type: "button", on: { click: () => this.#lockdownOff() } }, t("lockdown.end"));
  #banner = el("div.banner", { role: "status", hidden: true },
    el("p", {}, this.#bannerText, " ", this.#bannerRest), this.#bannerMore, this.#endLockdown);
  #actions = el("div.view-actions");
  #navigation;
  #main = el("main.main", { id: "main", tabindex: -1 });
  #loading = el("p.visually-hidden", { role: "status" });
  #loadingTimer;
  #search = null;
  /** The pieces that are loaded later: the watches of what waits and of exports, and the night of a panel. */
  #later = [];
  #isClosed = false;
  #stops;

  /** `context` is that of the views. */
  constructor(context) {
    this.#context = context;
    this.#session = context.session;
    this.#summary = new SummaryLine(context);
    const { store, isWall } = this.#session;
    this.#navigation = new Navigation(store);
    this.#search = isWall ? null : searchButton(context);
    this.element = el(`div.shell${isWall ? ".is-wall" : ""}`, {},
      el("a.skip", { href: "#main", on: { click: (event) => { event.preventDefault(); this.#main.focus(); } } },
        t("nav.skip")),
      !isWall && this.#navigation.element,
      el("div.body", {},
        el("div.top", {},
          el("header.summary", {},
            isWall && el("a.wall-home", { href: address("home"), "aria-label": t("nav.home") }, icon("home")),
            this.#summary.element, this.#actions, this.#search?.element),
          this.#banner, this.#loading),
        this.#main));
    this.#begin(store);
  }

  #begin(store) {
    const timers = [
      setInterval(() => this.#showConnection(), 15_000), setTimeout(() => this.#loadLater(), waitingDelayMilliseconds)];
    const stops = [
      store.on("connection", () => this.#showConnection()), store.on("waiting", () => this.#navigation.show()),
      store.on("home", () => { this.showNavigation(); this.#showConnection(); }),
    ];
    const listening = new AbortController();
    this.#holdSliders(store, listening.signal);
    this.#stops = () => {
      listening.abort();
      stops.forEach((stop) => stop());
      timers.forEach(clearTimeout);
      [this.#summary, this.#search, ...this.#later].forEach((piece) => piece?.close());
    };
    this.showNavigation();
    this.#showConnection();
  }

  /** No view is built again while a slider is dragged, which would end the gesture without a command. */
  #holdSliders(store, signal) {
    this.element.addEventListener("pointerdown", ({ target }) => {
      if (target.matches("input[type=range]")) store.hold(true);
    });
    for (const event of ["pointerup", "pointercancel"]) document.addEventListener(event, () => store.hold(false), { signal });
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#loadingTimer);
    this.#stops();
  }

  /** Loads what the first view does not need: the night of a panel, else the watches of what waits and of exports. */
  async #loadLater() {
    const piece = await loadPiece(this.#context).catch(() => null);
    if (this.#isClosed) piece?.close();
    else if (piece) this.#later.push(piece);
  }

  /** Says that a view is being opened, unless it opens soon. The view before stays until then, so that nothing
   *  moves. */
  startLoading() {
    clearTimeout(this.#loadingTimer);
    set(this.#main, { "aria-busy": "true" });
    this.#loadingTimer = setTimeout(() => this.#showLoading(true), loadingDelayMilliseconds);
  }

  #showLoading(isLoading) {
    write(this.#loading, isLoading ? t("home.reading") : "");
    toggle(this.element, "is-loading", isLoading);
    if (isLoading && !this.#main.hasChildNodes()) this.#main.append(el("p.starting", {}, t("home.reading")));
  }

  /** Shows a view, its title, and its `actions` beside the summary line. */
  show(element, title, { focus, actions }) {
    clearTimeout(this.#loadingTimer);
    set(this.#main, { "aria-busy": null });
    this.#showLoading(false);
    this.#main.replaceChildren(element);
    this.#actions.replaceChildren(...[actions ?? []].flat());
    document.title = title ? `${title} – ${this.#session.store.home?.name ?? "Tomte"}` : "Tomte";
    this.showNavigation();
    restorePlace();
    if (focus) this.#main.focus({ preventScroll: true });
  }

  /** Shows the pages of this person, with the present one marked. */
  showNavigation() { this.#navigation.show(); }

  #showConnection() {
    const { store } = this.#session;
    // While the page connects, the line at the top says so: a banner would move the view under the finger of a person.
    const isLost = store.connection === "lost";
    this.#banner.hidden = !isLost && !store.home?.isLockedDown && store.home?.isClockKnown !== false;
    const isLockdownShown = !isLost && Boolean(store.home?.isLockedDown);
    this.#endLockdown.hidden = !isLockdownShown || !store.may("modifySettings");
    this.#showRest(isLockdownShown && this.#isRestShown);
    this.#bannerMore.hidden = !isLockdownShown;
    write(this.#bannerMore, isLockdownShown ? t(this.#isRestShown ? "lockdown.less" : "lockdown.more") : "");
    write(this.#bannerRest, isLockdownShown ? t("lockdown.may") : "");
    if (isLost) write(this.#bannerText, lostText(store));
    else if (isLockdownShown) write(this.#bannerText, t("lockdown.isOn"));
    else if (store.home?.isClockKnown === false) write(this.#bannerText, t("clock.unknown"));
  }

  #toggleRest() {
    this.#showRest(!this.#isRestShown);
    this.#showConnection();
  }

  #showRest(isShown) {
    this.#isRestShown = isShown;
    toggle(this.#banner, "is-open", isShown);
    set(this.#bannerMore, { "aria-expanded": String(isShown) });
  }

  async #lockdownOff() {
    const { client, store, withStepUp } = this.#context;
    try {
      await withStepUp(() => client.request("POST", "/lockdown", { isOn: false }), t("lockdown.endTitle"));
      await store.readHome();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  }
}

/** The gateway may be away before the module is loaded: then the page has no such piece until it is opened again. */
async function loadPiece(context) {
  if (context.session.isWall) return new (await import("./panel-rest.js")).PanelRest(context);
  const [{ watchWaiting }, { watchDue }, { watchExports }] = await Promise.all(
    [import("../home/waiting.js"), import("../home/due.js"), import("../home/own-exports.js")]);
  const pieces = [watchWaiting(context), watchDue(context), watchExports(context)];
  return { close: () => pieces.forEach((piece) => piece.close()) };
}

function lostText({ asOf }) {
  return asOf ? t("connection.lostSince", { ago: ago(asOf, Date.now()) }) : t("connection.lost");
}
