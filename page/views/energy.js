// The energy view: the present flow of power, and the energy that was used and produced over time, with its costs.

import { flowsOf } from "../home/balance.js";
import { buckets, dateOf, grain, plusDays, span } from "../home/calendar.js";
import { outdoorSensor } from "../home/outdoor.js";
import { el } from "../core/dom.js";
import { clock } from "../core/format.js";
import { replaceQuery } from "../core/router.js";
import { t } from "../core/text.js";
import { emptyState } from "../parts/empty-state.js";
import { loadPart } from "../parts/load-part.js";
import { problemNotice, problemText } from "../parts/problem.js";
import { toast } from "../parts/toast.js";
import { comparisonList, readComparison } from "./energy/comparison.js";
import { energyChart, stacks } from "./energy/energy-chart.js";
import { figures } from "./energy/figures.js";
import { HourPanel } from "./energy/hour-panel.js";
import { periodPicker } from "./energy/period.js";
import { powerNow } from "./energy/power-now.js";
import { preserveFocus } from "./energy/preserve-focus.js";
import { priceLine } from "./energy/price.js";
import { EnergyReader } from "./energy/reader.js";
import { shareLists } from "./energy/shares.js";

export const styles = ["segments", "energy"];

const refreshMilliseconds = 60_000;
const hourMilliseconds = 3_600_000;
const periods = ["day", "week", "month", "year"];
/** The reader of each session, with the answers that it keeps. */
const readers = new WeakMap();

export function open(context, { query }) {
  const view = new EnergyView(context, query);
  return { element: view.element, title: t("nav.energy"), close: () => view.close() };
}

class EnergyView {
  #context;
  #zone;
  #reader;
  #live;
  #picker;
  #chart;
  #panel;
  #price;
  #figures = el("div");
  #comparisons = el("ul.comparisons");
  #notice = el("div");
  #shares = el("div.share-lists");
  #counted;
  #shown;
  #followsNow;
  /** The index of the open hour; null when none is open. */
  #hour = null;
  #model = null;
  #typical = null;
  #reading = 0;
  #isClosed = false;
  #stops;
  element;

  constructor(context, query) {
    const { store, client } = context;
    this.#context = context;
    this.#zone = store.home?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#reader = readers.get(store) ?? readers.set(store, new EnergyReader(client, this.#zone)).get(store);
    this.#live = powerNow(store);
    this.#picker = periodPicker({ zone: this.#zone, change: (wanted) => this.#open(wanted) });
    this.#price = priceLine(store, () => this.#openPrices());
    this.#panel = new HourPanel({ step: (count) => this.#openHour(this.#hour + count), close: () => this.#closeHour() });
    this.#chart = energyChart(oneOf(query.get("stack"), stacks) ?? stacks[0], query.has("table"), {
      restack: () => this.#follow(), toggle: () => this.#remember(),
      open: (index) => this.#openBucket(index), leave: () => this.#closeHour(),
    });
    this.#begin(query);
    const timer = setInterval(() => this.#refreshIfVisible(), refreshMilliseconds);
    this.#stops = [
      () => clearInterval(timer), store.on("connection", () => this.#refreshIfVisible()),
      () => this.#live.close(), () => this.#chart.close(),
    ];
  }

  /** Ends the view. Answers that arrive later change nothing. */
  close() {
    this.#isClosed = true;
    this.#reading += 1;
    this.#hour = null;
    this.#stops.forEach((stop) => stop());
  }

  #begin(query) {
    this.#counted = el("div.energy-counted", { hidden: true }, el("div.energy-sums", {}, this.#figures, this.#comparisons,
      this.#price.element), this.#chart.element, this.#panel.element, this.#shares);
    this.element = el("div.energy", {}, el("h1.visually-hidden", {}, t("nav.energy")), this.#live.element,
      el("section.energy-period", { "aria-labelledby": "period-title" }, this.#picker.element, this.#notice, this.#counted));
    const begins = dateIn(query.get("date")) ?? dateOf(Date.now(), this.#zone);
    this.#shown = span(oneOf(query.get("period"), periods) ?? "day", begins, this.#zone);
    this.#followsNow = this.#shown.to > Date.now();
    this.#hour = hourIn(query.get("hour"), this.#shown);
    this.#picker.show(this.#shown);
    this.#load();
  }

  // MARK: The period

  #open(wanted) {
    this.#shown = wanted;
    this.#hideHour();
    this.#follow();
  }

  #follow() {
    this.#followsNow = this.#shown.to > Date.now();
    this.#remember();
    this.#picker.show(this.#shown);
    this.#load();
  }

  #remember() {
    const { stack, isTable } = this.#chart.state;
    const isOpen = this.#hour !== null;
    // An open hour belongs to its day, so the address keeps the date also when it is today.
    const date = this.#followsNow && !isOpen ? {} : { date: this.#shown.first };
    const more = { ...(isOpen ? { hour: this.#hour } : {}), ...(isTable ? { table: "" } : {}) };
    replaceQuery({ period: this.#shown.period, ...date, stack, ...more });
  }

  async #load() {
    const wanted = { ...this.#shown, stack: this.#chart.state.stack };
    const mine = this.#reading += 1;
    const known = this.#reader.known(wanted);
    if (known) this.#show(wanted, known);
    else this.#showLoading();
    try {
      const answer = await this.#reader.read(wanted);
      if (mine !== this.#reading) return;
      this.#show(wanted, answer);
      this.#showPrice(answer.tariffs);
      await this.#compare(wanted, answer, mine);
    } catch (error) {
      if (mine !== this.#reading) return;
      this.#fail(error, known);
      if (known) await this.#compare(wanted, known, mine);
    }
  }

  /** The period before stays, dimmed; the first one has a text in its place. */
  #showLoading() {
    this.#counted.setAttribute("aria-busy", "true");
    if (!this.#model) this.#showNotice(el("p.loading", { role: "status" }, t("home.reading")), false);
  }

  #show(wanted, answer) {
    this.#counted.removeAttribute("aria-busy");
    const { totals } = answer.devices;
    if (!totals.length) return this.#showNotice(emptyState("energy", t("energy.none"), t("energy.noneHelp")), false);
    const flows = flowsOf(totals);
    const isOther = this.#model?.span.period !== wanted.period || this.#model?.span.first !== wanted.first;
    this.#model = {
      ...answer, flows, span: wanted, buckets: buckets(wanted, this.#zone), grain: grain(wanted.period, this.#zone),
    };
    if (isOther) this.#clearComparison();
    this.#showNotice(null, true);
    preserveFocus(this.#counted, () => {
      this.#figures.replaceChildren(figures(flows, answer.devices));
      this.#chart.show(this.#model);
      shareLists(this.#shares, this.#model);
    });
    this.#fillHour();
  }

  // MARK: Comparison and price

  /** The comparison is less important than the answer itself: without it, because it cannot be read, nothing is
   *  shown. */
  async #compare(wanted, answer, mine) {
    const comparison = await readComparison(this.#reader, wanted, answer, this.#zone).catch(() => ({ items: [], typical: null }));
    if (mine !== this.#reading) return;
    const isNew = this.#typical === null;
    this.#showComparison(comparison);
    if (isNew && this.#typical) this.#fillHour();
  }

  /** Removes the comparison of another period. The list keeps its height until the new one arrives. */
  #clearComparison() {
    this.#typical = null;
    this.#comparisons.replaceChildren();
    this.#comparisons.setAttribute("aria-busy", "true");
    this.#chart.expect(null);
  }

  #showComparison({ items, typical }) {
    this.#typical = typical;
    this.#comparisons.removeAttribute("aria-busy");
    this.#comparisons.replaceChildren(...comparisonList(items));
    const { buckets: hours } = this.#model;
    this.#chart.expect(typical && {
      name: t("energy.typical", typical), total: typical.total, values: hours.map(({ hour }) => typical.hours[hour]),
    });
  }

  #showPrice(tariffs) {
    if (tariffs) this.#price.show(tariffs, [plusDays(this.#shown.next, -1), dateOf(Date.now(), this.#zone)].sort()[0]);
  }

  async #openPrices() {
    const tariffs = await this.#reader.tariffs().catch((error) => {
      toast(problemText(error), { tone: "danger" });
    });
    const dialog = tariffs && await loadPart(() => import("./energy/price-dialog.js"));
    if (!dialog || this.#isClosed) return;
    const today = dateOf(Date.now(), this.#zone);
    // The first price applies from the start of the year, so that the costs of the shown period appear.
    const begin = tariffs.length ? today : [`${today.slice(0, 4)}-01-01`, this.#shown.first].sort()[0];
    await dialog.openPriceDialog(this.#context, {
      tariffs, begin, zone: this.#zone, changed: () => { this.#reader.forget(); this.#load(); },
    });
  }

  // MARK: One hour

  #openBucket(index) {
    const { date } = this.#model.buckets[index];
    if (date) this.#open(span(this.#shown.period === "year" ? "month" : "day", date, this.#zone));
    else this.#openHour(index, { focus: true });
  }

  async #openHour(index, { focus = false } = {}) {
    if (!this.#model.buckets[index] || this.#model.buckets[index].key > Date.now()) return;
    this.#hour = index;
    this.#remember();
    const filling = this.#fillHour();
    if (focus) this.#panel.focus();
    await filling;
    if (focus && this.#hour === index) this.#panel.reveal();
  }

  #closeHour() {
    if (this.#hour === null) return;
    const index = this.#hour;
    this.#hideHour();
    this.#remember();
    this.#chart.focus(index);
  }

  #hideHour() {
    this.#hour = null;
    this.#panel.hide();
    this.#chart.mark(null);
  }

  /** Shows the open hour, if one is open. */
  async #fillHour() {
    const index = this.#hour;
    const bucket = this.#model.buckets[index];
    if (index === null) return;
    if (!bucket || bucket.date || bucket.key > Date.now()) return this.#hideHour();
    this.#chart.mark(index);
    const next = this.#model.buckets[index + 1];
    this.#panel.begin({ title: bucket.title, isFirst: index === 0, isLast: !next || next.key > Date.now() });
    const { span: day } = this.#model;
    try {
      const [answer, temperatures] = await Promise.all([
        this.#reader.hour({ from: bucket.key, to: bucket.key + hourMilliseconds }),
        this.#reader.temperatures(day, outdoorSensor(this.#context.store.devices.values())).catch(() => new Map()),
      ]);
      if (this.#hour !== index || this.#model.span.first !== day.first) return;
      const usual = this.#typical?.hours[bucket.hour];
      preserveFocus(this.#panel.element, () => this.#panel.fill({
        answer, temperature: temperatures.get(bucket.key),
        typical: this.#typical && { title: t("energy.typical", this.#typical), kilowattHours: usual },
      }));
    } catch (error) {
      if (this.#hour === index) this.#panel.fail(error);
    }
  }

  // MARK: Notices and updates

  #fail(error, old) {
    for (const element of [this.#counted, this.#comparisons]) element.removeAttribute("aria-busy");
    const notice = problemNotice(error, () => this.#load());
    if (old) notice.append(el("p.muted", {}, t("energy.asOf", { time: clock(old.at) })));
    this.#showNotice(notice, Boolean(old));
  }

  #showNotice(notice, isCounted) {
    this.#notice.replaceChildren(...[notice].filter(Boolean));
    this.#counted.hidden = !isCounted;
  }

  /** Keeps a period that contains the present up to date; after its end the next period is shown, unless an hour is
   *  open. */
  #refreshIfVisible() {
    const { store } = this.#context;
    if (!this.#followsNow || document.visibilityState !== "visible" || store.connection !== "live") return;
    if (this.#shown.to > Date.now()) return this.#load();
    if (this.#hour === null) this.#open(span(this.#shown.period, dateOf(Date.now(), this.#zone), this.#zone));
  }
}

const oneOf = (word, words) => (words.includes(word) ? word : undefined);
const dateIn = (text) => (/^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(text)) ? text : undefined);
/** The index of an hour in the address: the hours of a day are counted from 0, up to 25 on the longest day. */
const hourIn = (text, { period }) => (period === "day" && /^\d{1,2}$/.test(text ?? "") ? Number(text) : null);
