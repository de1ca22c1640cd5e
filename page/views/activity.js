// The activity: what people did and what happened at home, newest first, by day, live.

import { ActivityFeed } from "../activity/activity-feed.js";
import { foldGroups } from "../activity/fold-groups.js";
import { AuditNames } from "../activity/act-sentences.js";
import { followActivity } from "../activity/live-feed.js";
import { el, write } from "../core/dom.js";
import { when } from "../core/format.js";
import { replaceQuery } from "../core/router.js";
import { t } from "../core/text.js";
import { activityFilters, activityQuery, filtersOf } from "./activity/filters.js";
import { activityRow } from "./activity/row.js";
import { emptyState } from "../parts/empty-state.js";
import { problemNotice } from "../parts/problem.js";
import { auditVerification } from "./activity/audit-verification.js";
import { reconcileList } from "../parts/reconcile-list.js";

export const styles = ["facts", "activity"];

export function open(context, route) {
  const { store, client } = context;
  const title = t("nav.activity");
  const seesAll = store.may("viewAudit");
  const list = el("div.days", { "aria-busy": "true" }, el("p.loading", {}, t("history.reading")));
  const older = el("button.button.older", { type: "button", hidden: true }, t("history.older"));
  const status = el("p.visually-hidden", { role: "status" });
  const notice = el("div");
  const fold = el("div");
  let names;
  let feed;
  let isOutdated = false;
  let filters = filtersOf(route.query);
  const days = dayList(list, (entry) => activityRow(entry, names, { linksPeople: store.may("managePeople") }));

  /** Starts a new query. The shown entries stay until the first page of the new ones has arrived. */
  async function begin() {
    feed = new ActivityFeed(client, activityQuery(filters));
    await more();
  }

  /** Reads the next entries and shows them. */
  async function more() {
    const own = feed;
    const isFirst = !own.entries.length;
    older.disabled = true;
    list.setAttribute("aria-busy", "true");
    try {
      const count = await own.older();
      if (own !== feed) return;
      notice.replaceChildren();
      draw();
      write(status, t("history.count", { count }));
      if (!isFirst) list.querySelectorAll("summary.entry-row")[own.entries.length - count]?.focus({ preventScroll: true });
    } catch (error) {
      if (own !== feed) return;
      if (isFirst) list.replaceChildren();
      notice.replaceChildren(problemNotice(error, more));
    }
    older.disabled = false;
    list.setAttribute("aria-busy", "false");
    if (isOutdated) await refresh();
  }

  function draw() {
    older.hidden = feed.isOver;
    if (feed.entries.length) days.show(foldGroups(feed.entries));
    else days.replace(nothing());
  }

  async function refresh() {
    const own = feed;
    // New entries are read when the page of entries that is under way has arrived.
    isOutdated = !own || list.getAttribute("aria-busy") === "true";
    if (isOutdated) return;
    await own.refresh();
    if (own === feed) draw();
  }

  function nothing() {
    const isFiltered = Object.keys(filters).length > 0;
    return emptyState("history", t("history.empty"), t(isFiltered ? "history.emptyFiltered" : "history.emptyHelp"));
  }

  function changed(wanted) {
    filters = wanted;
    replaceQuery(Object.keys(filters).length ? filters : null);
    begin();
  }

  older.addEventListener("click", more);
  const element = el("section.activity", {},
    el("header.view-head", {}, el("h1", {}, title)),
    note(store, seesAll), fold, status, list, notice, older, seesAll && auditVerification(context));
  loadNames(context).then(({ people, clients }) => {
    names = new AuditNames(store, people, clients);
    // What children do is in the audit log, and in no list by person.
    const adults = people.filter(({ role }) => role !== "child");
    fold.append(activityFilters(store, seesAll ? adults : [], filters, changed));
    begin();
  });
  return { element, title, close: followActivity(store, refresh) };
}

/** The note for a person who sees only a part of the activity. */
function note(store, seesAll) {
  if (seesAll) return null;
  const isGuest = ["guest", "service"].includes(store.home?.person?.role);
  return el("p.muted", {}, t(isGuest ? "activity.onlyOwn" : "activity.withoutNames"));
}

/** The people and clients whose names the entries may need. A person who sees only their own acts needs only their own
 *  name, and those of people who exported their data. */
async function loadNames({ store, client }) {
  const own = [store.home?.person].filter(Boolean);
  if (!store.may("managePeople")) {
    const exports = store.home?.isPanel ? [] : await client.request("GET", "/privacy/exports").catch(() => []);
    const exporters = exports.filter(({ name }) => name).map(({ actor, name }) => ({ id: actor.split(" ").at(-1), name }));
    return { people: [...exporters, ...own], clients: [] };
  }
  const [people, clients] = await Promise.all(["/people", "/clients"]
    .map((path) => client.request("GET", path).catch(() => null)));
  return { people: people ?? own, clients: clients ?? [] };
}

/** Shows entries in one section for each day. Unchanged rows stay. */
function dayList(list, row) {
  let sections = new Map();
  return {
    show(entries) {
      const days = byDay(entries);
      for (const [day, { section }] of sections) if (!days.has(day)) { section.remove(); sections.delete(day); }
      for (const child of [...list.children]) if (!child.dataset.day) child.remove();
      [...days].forEach(([day, own], index) => {
        if (!sections.has(day)) sections.set(day, daySection(day, row));
        const { section, title, show } = sections.get(day);
        write(title, dayName(own[0].time));
        show(own);
        if (list.children[index] !== section) list.insertBefore(section, list.children[index] ?? null);
      });
    },
    replace(element) {
      sections = new Map();
      list.replaceChildren(element);
    },
  };
}

/** The entries of each day, in their order. */
function byDay(entries) {
  const days = new Map();
  for (const entry of entries) {
    const day = new Date(entry.time).toDateString();
    if (!days.has(day)) days.set(day, []);
    days.get(day).push(entry);
  }
  return days;
}

function daySection(day, row) {
  const id = `day-${Date.parse(day)}`;
  const title = el("h2", { id });
  const rows = el("ul.rows");
  const section = el("section", { "data-day": day, "aria-labelledby": id }, title, rows);
  return { section, title, show: reconcileList(rows, row) };
}

function dayName(time) {
  const date = new Date(time);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days < 2) return t(days === 1 ? "history.yesterday" : "history.today");
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return when(time, { weekday: "long", day: "numeric", month: "long", year: isThisYear ? undefined : "numeric" });
}
