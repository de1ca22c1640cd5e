// The history view: the entries of the audit log as sentences.

import { AuditPages, joinOutcomes } from "../home/audit-pages.js";
import { el, write } from "../core/dom.js";
import { when } from "../core/format.js";
import { replaceQuery } from "../core/router.js";
import { AuditNames } from "../home/audit-sentences.js";
import { t } from "../core/text.js";
import { auditFilters, filtersOf, auditQuery } from "./history/filters.js";
import { auditRow } from "./history/row.js";
import { accessDenied, emptyState } from "../parts/empty-state.js";
import { problemNotice } from "../parts/problem.js";
import { auditVerification } from "./history/audit-verification.js";

export const styles = ["facts", "history"];

const pageSize = 50;

export function open(context, route) {
  const { store, client } = context;
  const title = t("nav.history");
  const seesAll = store.may("viewAudit");
  if (!seesAll && store.home?.person?.role !== "member") {
    return { element: accessDenied("history", title, t("history.forOthers")), title };
  }
  const list = el("div.days", { "aria-busy": "true" }, el("p.muted", {}, t("history.reading")));
  const older = el("button.button.older", { type: "button", hidden: true }, t("history.older"));
  const status = el("p.visually-hidden", { role: "status" });
  const notice = el("div");
  const fold = el("div");
  let names;
  let pages;
  let filters = filtersOf(route.query);

  /** Starts a new query. The shown entries stay until the first page of the new ones has arrived. */
  async function begin() {
    const { query, events } = auditQuery(filters);
    pages = new AuditPages(client, query, events);
    await more(true);
  }

  /** Appends the next page of entries. */
  async function more(isFirst = false) {
    const own = pages;
    older.disabled = true;
    list.setAttribute("aria-busy", "true");
    try {
      const items = joinOutcomes(await own.next(pageSize));
      if (own !== pages) return;
      notice.replaceChildren();
      if (isFirst) list.replaceChildren();
      const rows = items.map((item) => add(item));
      if (isFirst && !rows.length) list.append(nothing());
      write(status, t("history.count", { count: rows.length }));
      older.hidden = own.isOver;
      if (!isFirst) rows[0]?.querySelector("summary").focus({ preventScroll: true });
    } catch (error) {
      if (own !== pages) return;
      if (isFirst) list.replaceChildren();
      notice.replaceChildren(problemNotice(error, () => more(isFirst)));
    }
    older.disabled = false;
    list.setAttribute("aria-busy", "false");
  }

  /** Appends an entry to the section of its day, which is the last section or a new one. */
  function add(item) {
    const day = new Date(item.record.time).toDateString();
    let section = list.lastElementChild;
    if (section?.dataset.day !== day) {
      const id = `day-${list.childElementCount}`;
      section = el("section", { "data-day": day, "aria-labelledby": id },
        el("h2", { id }, dayName(item.record.time)), el("ul.rows"));
      list.append(section);
    }
    const row = auditRow(item, names);
    section.lastElementChild.append(row);
    return row;
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

  older.addEventListener("click", () => more());
  const refreshButton = el("button.button", {
    type: "button", on: { click: () => names && begin() },
  }, t("history.again"));
  const element = el("section.history", {},
    el("header.view-head", {}, el("h1", {}, title), refreshButton),
    seesAll ? auditVerification(context) : el("p.muted", {}, t("history.own")),
    fold, status, list, notice, older);
  namedPeople(context).then((people) => {
    names = new AuditNames(store, people);
    fold.append(auditFilters(store, seesAll ? people : [], filters, changed));
    begin();
  });
  return { element, title };
}

/** The people whose names the entries may need. A person who sees only their own entries needs only their own name. */
async function namedPeople({ store, client }) {
  if (!store.may("managePeople")) return [store.home?.person].filter(Boolean);
  return client.request("GET", "/people").catch(() => [store.home.person]);
}

function dayName(time) {
  const date = new Date(time);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days < 2) return t(days === 1 ? "history.yesterday" : "history.today");
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return when(time, { weekday: "long", day: "numeric", month: "long", year: isThisYear ? undefined : "numeric" });
}
