// The main navigation: a rail at the side of a wide screen, a bar at the bottom of a phone. A badge counts what waits.

import { el, icon, set, write } from "../core/dom.js";
import { address, currentRoute } from "../core/router.js";
import { t } from "../core/text.js";
import { shownPages } from "../home/pages.js";

/** The pages to which other views belong. */
const parents = { room: "rooms", setup: "settings", incident: "settings", keys: "settings" };

export class Navigation {
  #store;
  #links = new Map();
  element = el("nav.nav", { "aria-label": t("nav.label") });

  constructor(store) { this.#store = store; }

  /** Shows links to the pages of this person. Unchanged links stay, so that they keep the focus. */
  show() {
    const pages = shownPages(this.#store);
    const names = pages.map(({ name }) => name).join(" ");
    if (this.element.dataset.views !== names) {
      this.element.dataset.views = names;
      this.#links = new Map(pages.map((page) => [page.name, new PageLink(page)]));
      this.element.replaceChildren(...[...this.#links.values()].map(({ element }) => element));
    }
    const { name } = currentRoute();
    const badges = badgesOf(this.#store);
    for (const [page, link] of this.#links) link.show({ isCurrent: page === (parents[name] ?? name), count: badges[page] ?? 0 });
  }
}

/** The numbers on the badges by page. A note or a warning about the gateway does not wait for anybody. */
const badgesOf = ({ home, waiting: { devices = 0, requests = 0, failures = 0 } }) => (
  { people: requests, settings: devices + failures + (home?.unseenIncidents ?? 0) });

class PageLink {
  #badge = el("span.count.numerals", { "aria-hidden": "true", hidden: true });
  #words = el("span.visually-hidden");

  constructor({ name, icon: picture }) {
    this.element = el("a.nav-link", { href: address(name), "data-view": name },
      icon(picture), el("span", {}, t(`nav.${name}`)), this.#badge, this.#words);
  }

  show({ isCurrent, count }) {
    set(this.element, { "aria-current": isCurrent ? "page" : null });
    set(this.#badge, { hidden: !count });
    write(this.#badge, count ? String(count) : "");
    write(this.#words, count ? ` (${t("nav.waiting", { count })})` : "");
  }
}
