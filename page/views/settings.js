// The settings view: a list of sections beside the open section; on a phone one at a time. New devices and the health
// of the gateway are sections too, because they are needed only now and then.

import { el, icon } from "../core/dom.js";
import { address } from "../core/router.js";
import { capitalised, t } from "../core/text.js";
import { mayOpenSection, settingsSections } from "../home/settings-sections.js";
import { refreshAges } from "../parts/age.js";
import { emptyState } from "../parts/empty-state.js";
import { reconcileList } from "../parts/reconcile-list.js";
import { problemNotice } from "../parts/problem.js";

export const styles = ({ id }) =>
  ["segments", "settings", ...(sections.find(({ name }) => name === id) ?? sections[0]).styles ?? []];

const agesMilliseconds = 20_000;

/** How each section is shown. */
const views = {
  you: {
    load: () => import("./settings/you.js"), styles: ["people"],
    hint: ({ person }) => person && `${person.name} · ${t(`people.role.${person.role}`)}`,
  },
  home: { load: () => import("./settings/home.js"), hint: ({ name }) => name },
  devices: { load: () => import("./found.js"), styles: ["facts", "found", "people"], badge: ({ devices }) => devices },
  keeping: { load: () => import("./settings/retention.js") },
  privacy: { load: () => import("./settings/privacy.js"), styles: ["facts"] },
  connection: { load: () => import("./settings/connection.js") },
  lockdown: {
    load: () => import("./settings/lockdown.js"),
    hint: ({ isLockedDown }) => capitalised(t(isLockedDown ? "value.on" : "value.off")),
  },
  incidents: {
    load: () => import("./incidents/list.js"), styles: ["incidents"], badge: (waiting, home) => home?.openIncidents,
    hint: ({ openIncidents: count }) => count > 0 && t("settings.openIncidents", { count }),
  },
  health: {
    load: () => import("./health.js"), styles: ["facts", "health"],
    badge: ({ failures = 0, warnings = 0 }) => failures + warnings,
  },
  about: { load: () => import("./settings/about.js") },
};

const sections = settingsSections.map((section) => ({ ...section, ...views[section.name] }));

export async function open(context, { id }) {
  const { store } = context;
  const own = sections.filter((section) => mayOpenSection(store, section));
  const asked = sections.find(({ name }) => name === id);
  const shown = asked ?? own[0];
  const rows = el("ul.rows");
  const list = el("div.settings-list", {}, heading(), unfinished(context),
    el("nav", { "aria-label": t("settings.sections") }, rows));
  const content = el("div.settings-section");
  let section;
  const show = async () => {
    section?.close?.();
    const heading = el("h2", { tabindex: -1 }, t(`settings.${shown.name}`));
    section = await openSection(context, shown, heading).catch((error) => ({ element: problemNotice(error, show) }));
    content.replaceChildren(heading, section.element);
  };
  // Without a section in the address a wide page shows the first one, but a phone shows the list.
  const current = asked ? "page" : "true";
  const showNames = reconcileList(
    rows, (one) => row(one, one.name === shown.name && current), { key: ({ name }) => name });
  const showList = () => showNames(own.map(({ name, icon, hint, badge }) => ({
    name, icon, hint: hint?.(store.home) || t(`settings.${name}Hint`), count: badge?.(store.waiting, store.home) ?? 0,
  })));
  showList();
  await show();
  const stop = store.on(["home", "waiting"], showList);
  const timer = setInterval(() => refreshAges(content), agesMilliseconds);
  return {
    element: el(`section.settings${asked ? ".is-asked" : ""}`, {}, list, content),
    title: t(asked ? `settings.${asked.name}` : "nav.settings"),
    close: () => { stop(); clearInterval(timer); section.close?.(); },
  };
}

/** Opens a section with its heading; one that this person may not open says so. */
async function openSection(context, { name, icon: picture, load, ...section }, heading) {
  if (!mayOpenSection(context.store, section)) {
    // A grant gives no more than to control and to see devices.
    const help = typeof section.permission === "string" ? "closed.byRole" : "closed.help";
    return { element: emptyState(picture, t("settings.closed"), t(help)) };
  }
  const { open: openIt } = await load();
  return openIt(context, heading);
}

/** The heading, which on a phone is also the link back from a section. */
const heading = () => el("h1", {},
  el("a.settings-back", { href: address("settings") }, icon("back"), t("nav.settings")));

function unfinished({ session }) {
  if (!session.identity.setup) return null;
  return el("p.notice.settings-notice", {}, el("span", {}, t("settings.unfinished")),
    el("a.button", { href: address("setup") }, t("settings.goOn")));
}

function row({ name, icon: picture, hint, count }, current) {
  return el("li", {}, el("a.row", { href: address("settings", name), "aria-current": current }, icon(picture),
    el("span.row-words", {},
      el("span.setting-name", {}, t(`settings.${name}`)), el("span.help", {}, hint)),
    count > 0 && [el("span.count.numerals", { "aria-hidden": "true" }, String(count)),
      el("span.visually-hidden", {}, t("nav.waiting", { count }))],
    icon("forward")));
}
