// What happened to a device lately: who commanded it, and what it did by itself.

import { ActivityFeed } from "../../activity/activity-feed.js";
import { AuditNames } from "../../activity/act-sentences.js";
import { entrySentence } from "../../activity/entry-sentence.js";
import { iconOf, toneOf } from "../../activity/event-icons.js";
import { followActivity } from "../../activity/live-feed.js";
import { el, icon, set } from "../../core/dom.js";
import { when } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { age, refreshAges } from "../../parts/age.js";
import { problemNotice } from "../../parts/problem.js";
import { reconcileList } from "../../parts/reconcile-list.js";

const shownLimit = 8;
const precise = { dateStyle: "medium", timeStyle: "medium" };

/** Returns `{ element, update(), close() }`. */
export function recentActivity({ client, store }, device) {
  const rows = el("ul.rows", { hidden: true });
  const notice = el("div", {}, el("p.loading", {}, t("home.reading")));
  const all = el("a", { href: address("activity", undefined, { device }), hidden: true }, t("activity.all"));
  const element = el("section.device-activity", { "aria-labelledby": "activity-title", "aria-busy": "true" },
    el("h2", { id: "activity-title" }, t("nav.activity")), notice, rows, all);
  const feed = new ActivityFeed(client, { device }, shownLimit);
  let names = new AuditNames(store, [store.home?.person].filter(Boolean));
  const show = reconcileList(rows, (entry) => row(entry, names));

  async function load(read) {
    await loadNames();
    await read();
    const shown = feed.entries.slice(0, shownLimit);
    show(shown);
    rows.hidden = all.hidden = !shown.length;
    notice.replaceChildren(shown.length ? "" : el("p.muted", {}, t("activity.none")));
  }

  async function begin() {
    await load(() => feed.older()).catch((error) => notice.replaceChildren(problemNotice(error, begin)));
    set(element, { "aria-busy": null });
  }

  /** Loads the names of people once; the gateway sends only ids, and only to people who may see them. */
  async function loadNames() {
    if (!store.may("managePeople") || names.isComplete) return;
    const people = await client.request("GET", "/people").catch(() => null);
    if (!people) return;
    names = new AuditNames(store, people);
    names.isComplete = true;
  }

  const stop = followActivity(store, () => load(() => feed.refresh()));
  begin();
  return { element, update: () => refreshAges(rows), close: stop };
}

function row(entry, names) {
  return el("li.row.event", { "data-tone": toneOf(entry) }, icon(iconOf(entry)),
    el("p.event-words", {}, entrySentence(entry, names)),
    set(age(entry.time), { class: "muted", title: when(entry.time, precise) }));
}
