// The settings view: a list of sections beside the open section; on a phone one at a time.

import { el, icon } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { refreshAges } from "../parts/age.js";
import { reconcileList } from "../parts/reconcile-list.js";
import { problemNotice } from "../parts/problem.js";

export const styles = ["segments", "settings"];

const agesMilliseconds = 20_000;

/** The sections. Those that need a PIN are hidden on a panel on a wall. */
const sections = [
  {
    name: "you", icon: "person", load: () => import("./settings/you.js"),
    hint: ({ person }) => person && `${person.name} · ${t(`people.role.${person.role}`)}`,
  },
  {
    name: "home", icon: "home", permission: "modifySettings", load: () => import("./settings/home.js"),
    hint: ({ name }) => name,
  },
  {
    name: "keeping", icon: "clock", permission: "modifySettings", isHiddenOnWall: true,
    load: () => import("./settings/retention.js"),
  },
  { name: "connection", icon: "shield", load: () => import("./settings/connection.js") },
  {
    name: "lockdown", icon: "lock", load: () => import("./settings/lockdown.js"),
    permission: ({ isLockedDown }) => (isLockedDown ? "modifySettings" : "controlDevices"),
    hint: ({ isLockedDown }) => t(isLockedDown ? "value.on" : "value.off"),
  },
  { name: "about", icon: "tomte", load: () => import("./settings/about.js") },
];

export async function open(context, { id }) {
  const { session, store } = context;
  const own = sections.filter(({ permission, isHiddenOnWall }) => !(isHiddenOnWall && session.isWall)
    && (!permission || store.may(typeof permission === "string" ? permission : permission(store.home))));
  const asked = own.find(({ name }) => name === id);
  const shown = asked ?? own[0];
  const rows = el("ul.rows");
  const list = el("div.settings-list", {}, heading(), unfinished(context),
    el("nav", { "aria-label": t("settings.sections") }, rows));
  const content = el("div.settings-section");
  let section;
  const show = async () => {
    section?.close?.();
    const { open: openSection } = await shown.load();
    section = await openSection(context).catch((error) => ({ element: problemNotice(error, show) }));
    content.replaceChildren(el("h2", {}, t(`settings.${shown.name}`)), section.element);
  };
  // Without a section in the address a wide page shows the first one, but a phone shows the list.
  const current = asked ? "page" : "true";
  const showNames = reconcileList(
    rows, (one) => row(one, one.name === shown.name && current), { key: ({ name }) => name });
  const showList = () => showNames(own.map(({ name, icon, hint }) =>
    ({ name, icon, hint: hint?.(store.home) || t(`settings.${name}Hint`) })));
  showList();
  await show();
  const stop = store.on("home", showList);
  const timer = setInterval(() => refreshAges(content), agesMilliseconds);
  return {
    element: el(`section.settings${asked ? ".is-asked" : ""}`, {}, list, content), title: t("nav.settings"),
    close: () => { stop(); clearInterval(timer); section.close?.(); },
  };
}

/** The heading, which on a phone is also the link back from a section. */
const heading = () => el("h1", {},
  el("a.settings-back", { href: address("settings") }, icon("back"), t("nav.settings")));

function unfinished({ session }) {
  if (!session.identity.setup) return null;
  return el("p.notice.settings-notice", {}, el("span", {}, t("settings.unfinished")),
    el("a.button", { href: address("setup") }, t("settings.goOn")));
}

function row({ name, icon: picture, hint }, current) {
  return el("li", {}, el("a.row", { href: address("settings", name), "aria-current": current }, icon(picture),
    el("span.row-words", {},
      el("span.setting-name", {}, t(`settings.${name}`)), el("span.help", {}, hint)),
    icon("forward")));
}
