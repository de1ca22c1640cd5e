// The energy view: the present flow of power, and the energy that was used and produced over time.

import { flowsOf } from "../home/balance.js";
import { buckets, dateOf, grain, span } from "../home/calendar.js";
import { el } from "../core/dom.js";
import { clock } from "../core/format.js";
import { replaceQuery } from "../core/router.js";
import { t } from "../core/text.js";
import { emptyState } from "../parts/empty-state.js";
import { periodPicker } from "./energy/period.js";
import { problemNotice } from "../parts/problem.js";
import { preserveFocus } from "./energy/preserve-focus.js";
import { energyChart, stacks } from "./energy/energy-chart.js";
import { figures } from "./energy/figures.js";
import { powerNow } from "./energy/power-now.js";
import { shareLists } from "./energy/shares.js";

export const styles = ["segments", "energy"];

const refreshMilliseconds = 60_000;
const periods = ["day", "week", "month", "year"];
/** Responses of earlier reads, for each session: shown at once, and when the gateway cannot be reached. */
const kept = new WeakMap();

export function open({ store, client }, { query }) {
  const zone = store.home?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answers = kept.get(store) ?? kept.set(store, new Map()).get(store);
  const live = powerNow(store);
  const picker = periodPicker({ zone, change: (wanted) => { shown = wanted; follow(); } });
  const sections = { figures: el("div"), notice: el("div"), shares: el("div.share-lists") };
  const time = energyChart(oneOf(query.get("stack"), stacks) ?? stacks[0], query.has("table"), {
    restack: follow, toggle: remember,
    open: (date) => { shown = span(shown.period === "year" ? "month" : "day", date, zone); follow(); },
  });
  const counted = el("div.energy-counted", {}, sections.figures, time.element, sections.shares);
  const begins = dateIn(query.get("date")) ?? dateOf(Date.now(), zone);
  let shown = span(oneOf(query.get("period"), periods) ?? "day", begins, zone);
  let followsNow = shown.to > Date.now();
  let reading = 0;

  function follow() {
    followsNow = shown.to > Date.now();
    remember();
    picker.show(shown);
    load();
  }

  function remember() {
    const { stack, isTable } = time.state;
    const date = followsNow ? {} : { date: shown.first };
    replaceQuery({ period: shown.period, ...date, stack, ...(isTable ? { table: "" } : {}) });
  }

  async function load() {
    const wanted = { ...shown, stack: time.state.stack };
    const key = [wanted.period, wanted.first, wanted.stack].join();
    const mine = reading += 1;
    if (answers.has(key)) show(wanted, answers.get(key));
    else counted.setAttribute("aria-busy", "true");
    try {
      const answer = { ...await read(client, wanted), at: Date.now() };
      answers.delete(key);
      answers.set(key, answer);
      while (answers.size > 30) answers.delete(answers.keys().next().value);
      if (mine === reading) show(wanted, answer);
    } catch (error) {
      if (mine === reading) fail(error, answers.get(key));
    }
  }

  function show(wanted, answer) {
    counted.removeAttribute("aria-busy");
    const { totals } = answer.devices;
    if (!totals.length) return showNotice(emptyState("energy", t("energy.none"), t("energy.noneHelp")), false);
    const flows = flowsOf(totals);
    showNotice(null, true);
    preserveFocus(counted, () => {
      sections.figures.replaceChildren(figures(flows));
      time.show({ ...answer, flows, span: wanted, buckets: buckets(wanted, zone), grain: grain(wanted.period, zone) });
      shareLists(sections.shares, { ...answer, flows, span: wanted });
    });
  }

  function fail(error, old) {
    counted.removeAttribute("aria-busy");
    const notice = problemNotice(error, load);
    if (old) notice.append(el("p.muted", {}, t("energy.asOf", { time: clock(old.at) })));
    showNotice(notice, Boolean(old));
  }

  function showNotice(notice, isCounted) {
    sections.notice.replaceChildren(...[notice].filter(Boolean));
    counted.hidden = !isCounted;
  }

  /** Keeps a period that contains the present up to date; after its end the next period is shown. */
  function refreshIfVisible() {
    if (!followsNow || document.visibilityState !== "visible" || store.connection !== "live") return;
    if (shown.to > Date.now()) return load();
    shown = span(shown.period, dateOf(Date.now(), zone), zone);
    follow();
  }

  const timer = setInterval(refreshIfVisible, refreshMilliseconds);
  const stop = store.on("connection", refreshIfVisible);
  counted.hidden = true;
  picker.show(shown);
  load();

  const element = el("div.energy", {}, el("h1.visually-hidden", {}, t("nav.energy")), live.element,
    el("section.energy-period", { "aria-labelledby": "period-title" }, picker.element, sections.notice, counted));
  return { element, title: t("nav.energy"), close() { stop(); clearInterval(timer); live.close(); time.close(); } };
}

const oneOf = (word, words) => (words.includes(word) ? word : undefined);
const dateIn = (text) => (/^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(text)) ? text : undefined);

/** Reads `{ devices, rooms, time, split }`; the stack `source` needs no `split`. */
async function read(client, { period, from, to, stack }) {
  const by = period === "day" ? "hour" : "day";
  const ask = (more) => client.request("GET", `/energy?${new URLSearchParams({ ...range(from, to), ...more })}`);
  const [devices, rooms, time, split] = await Promise.all([
    ask({ by: "device" }), ask({ by: "room" }), ask({ by }), stack === "source" ? null : ask({ by, split: stack }),
  ]);
  return { devices, rooms, time, split };
}

const range = (from, to) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
