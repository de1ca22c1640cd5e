// What was done, by whom, and what came of it, in plain words.

import { AuditPages, joined } from "../home/audit-pages.js";
import { el, write } from "../core/dom.js";
import { when } from "../core/format.js";
import { refine } from "../core/router.js";
import { Names } from "../home/sentences.js";
import { t } from "../core/text.js";
import { auditFilters, filtersOf, questionOf } from "./history/filters.js";
import { auditRow } from "./history/row.js";
import { closed, empty } from "../parts/empty.js";
import { problemNotice } from "../parts/problem.js";
import { shield } from "./history/shield.js";

export const styles = ["facts", "history"];

const pageSize = 50;

export function open(context, place) {
  const { store, client } = context;
  const title = t("nav.history");
  const seesAll = store.may("viewAudit");
  if (!seesAll && store.home?.person?.role !== "member") {
    return { element: closed("history", title, t("history.forOthers")), title };
  }
  const list = el("div.days", { "aria-busy": "true" }, el("p.muted", {}, t("history.reading")));
  const older = el("button.button.older", { type: "button", hidden: true }, t("history.older"));
  const status = el("p.visually-hidden", { role: "status" });
  const notice = el("div");
  const fold = el("div");
  let names;
  let pages;
  let filters = filtersOf(place.query);

  /** What is shown stays until what was asked for is there. */
  async function begin() {
    const { query, events } = questionOf(filters);
    pages = new AuditPages(client, query, events);
    await more(true);
  }

  /** The next page, behind those that are there. */
  async function more(isFirst = false) {
    const own = pages;
    older.disabled = true;
    list.setAttribute("aria-busy", "true");
    try {
      const items = joined(await own.next(pageSize));
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

  /** Into the section of its day, which is the last one or a new one. */
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
    return empty("history", t("history.empty"), t(isFiltered ? "history.emptyFiltered" : "history.emptyHelp"));
  }

  function changed(wanted) {
    filters = wanted;
    refine(Object.keys(filters).length ? filters : null);
    begin();
  }

  older.addEventListener("click", () => more());
  const again = el("button.button", { type: "button", on: { click: () => names && begin() } }, t("history.again"));
  const element = el("section.history", {},
    el("header.view-head", {}, el("h1", {}, title), again),
    seesAll ? shield(context) : el("p.muted", {}, t("history.own")),
    fold, status, list, notice, older);
  everybody(context).then((people) => {
    names = new Names(store, people);
    fold.append(auditFilters(store, seesAll ? people : [], filters, changed));
    begin();
  });
  return { element, title };
}

/** Those whose names the record may need; a member's own acts need no others. */
async function everybody({ store, client }) {
  if (!store.may("managePeople")) return [store.home?.person].filter(Boolean);
  return client.ask("GET", "/people").catch(() => [store.home.person]);
}

function dayName(time) {
  const date = new Date(time);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days < 2) return t(days === 1 ? "history.yesterday" : "history.today");
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return when(time, { weekday: "long", day: "numeric", month: "long", year: isThisYear ? undefined : "numeric" });
}
