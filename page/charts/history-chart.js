// The history of a device: a chart of one capability, from an hour to two years, or the same data as a table.

import { domainOfKind } from "../home/device.js";
import { el, set, toggle, write } from "../core/dom.js";
import { capitalised, t } from "../core/text.js";
import { defaultSeries, seriesOf } from "./device-series.js";
import { zoomStep } from "./gestures.js";
import { historyTable } from "./history-table.js";
import { seriesKind, pointOf, readSeries } from "./series.js";
import { last, length, moved, ranges, zoomed } from "./span.js";
import { ChartFrame } from "./chart-frame.js";
import { toolbar } from "./toolbar.js";
import { overviewText, pointText, spanText } from "./chart-text.js";
import { problemNotice } from "../parts/problem.js";

const loadDelayMilliseconds = 180;
const tickMilliseconds = 2000;
const renewalMilliseconds = 60_000;
const moveShare = 0.5;

export class HistoryChart {
  #client;
  #store;
  #device;
  #options;
  #chosen;
  #range;
  #remember;
  #span;
  #isMoved = false;
  #followsNow = true;
  #isTable = false;
  #canDraw = true;
  #series = null;
  #requestedAt = 0;
  #problem = null;
  #request = new AbortController();
  #loadTimer;
  #frame = null;
  #pointerShare = null;
  #stops;

  #bar;
  #time = el("p.chart-span");
  #words = el("p.chart-words");
  #chartFrame = new ChartFrame({
    zoom: (factor, share) => this.#showSpan(zoomed(this.#span, factor, share)),
    pan: (share) => this.#showSpan(moved(this.#span, share)),
    reset: () => this.#chooseRange(this.#range),
    point: (share) => { this.#pointerShare = share; this.#showText(); },
    size: () => this.#drawSoon(),
  });
  #empty = el("p.muted", {}, t("chart.nothing"));
  #without = el("p.muted", { hidden: true }, t("chart.noLibrary"));
  #rows = el("div.chart-rows", { hidden: true });

  /** `remember({ part, quantity, range })` is called when the person has chosen another series or range. */
  constructor({ client, store }, device, { part, quantity, range }, remember) {
    this.#client = client;
    this.#store = store;
    this.#device = device.id;
    this.#remember = remember;
    this.#options = seriesOf(device);
    const isChosen = (one) => one.part === part && one.name === quantity;
    this.#chosen = this.#options.find(isChosen) ?? defaultSeries(device);
    this.#range = ranges[range] ? range : "day";
    this.#span = last(ranges[this.#range]);
    this.#bar = toolbar({
      options: this.#options.map(({ key, label }) => [key, label]), chosen: this.#chosen.key,
      on: {
        range: (name) => this.#chooseRange(name), quantity: (key) => this.#chooseQuantity(key),
        zoom: (isIn) => this.#showSpan(zoomed(this.#span, isIn ? zoomStep : 1 / zoomStep, 0.5)),
        move: (isForward) => this.#showSpan(moved(this.#span, isForward ? moveShare : -moveShare)),
        reset: () => this.#chooseRange(this.#range), table: () => this.#switch(!this.#isTable),
      },
    });
    this.element = el("section.past", { "aria-labelledby": "history-title" },
      el("h2.visually-hidden", { id: "history-title" }, t("chart.title")), this.#bar.top,
      el("div.chart-line", {}, el("div.chart-said", {}, this.#time, this.#words), this.#bar.tools),
      this.#chartFrame.element, this.#rows, this.#without);
    this.#stops = this.#listen();
    this.#load();
  }

  close() {
    this.#request.abort();
    clearTimeout(this.#loadTimer);
    cancelAnimationFrame(this.#frame);
    this.#stops.forEach((stop) => stop());
    this.#chartFrame.close();
  }

  #listen() {
    const timer = setInterval(() => this.#tick(), tickMilliseconds);
    const renewIfVisible = () => { if (document.visibilityState === "visible") this.#renew(); };
    document.addEventListener("visibilitychange", renewIfVisible);
    return [
      () => clearInterval(timer),
      () => document.removeEventListener("visibilitychange", renewIfVisible),
      // The events while the connection was lost are missing, so the data is read again.
      this.#store.on(["connection", "devices"], () => { if (this.#store.connection === "live") this.#renew(); }),
      this.#store.on(`device:${this.#device}`, () => this.#appendLatest()),
    ];
  }

  get #capability() { return this.#store.capability(this.#device, this.#chosen.part, this.#chosen.name); }

  get #model() { return { series: this.#series, span: this.#span, capability: this.#capability }; }

  // MARK: Visible time

  #chooseRange(name) {
    this.#range = name;
    this.#isMoved = false;
    this.#followsNow = true;
    this.#span = last(ranges[name]);
    this.#reportChoice();
    this.#load();
  }

  #chooseQuantity(key) {
    this.#chosen = this.#options.find((option) => option.key === key);
    this.#series = null;
    this.#reportChoice();
    this.#load();
  }

  #reportChoice() { this.#remember({ part: this.#chosen.part, quantity: this.#chosen.name, range: this.#range }); }

  /** Shows another time span: at once with the data that is there, and with data of the right resolution when the span
   *  has stopped changing. */
  #showSpan(span) {
    this.#span = span;
    this.#isMoved = true;
    this.#followsNow = Date.now() - span.to < length(span) / 100;
    this.#drawSoon();
    this.#loadSoon();
  }

  #loadSoon() {
    clearTimeout(this.#loadTimer);
    this.#loadTimer = setTimeout(() => this.#load(), loadDelayMilliseconds);
  }

  #renew() {
    if (this.#followsNow) this.#span = last(length(this.#span));
    if (this.#followsNow || this.#problem) this.#loadSoon();
  }

  #switch(isTable) {
    this.#isTable = isTable;
    this.#draw();
    this.#fillTable();
  }

  // MARK: Loading

  async #load() {
    clearTimeout(this.#loadTimer);
    this.#request.abort();
    const { signal } = this.#request = new AbortController();
    const capability = this.#capability;
    if (!capability) return;
    this.#requestedAt = Date.now();
    toggle(this.element, "is-reading", true);
    if (!this.#series) write(this.#words, t("chart.reading"));
    this.#showBar();
    try {
      // Lines need the chart library; without it only the table is shown.
      this.#canDraw = await this.#chartFrame.prepare(["spans", "moments"].includes(seriesKind(capability)));
      const one = { device: this.#device, part: this.#chosen.part, capability };
      if (signal.aborted) return;
      const series = await readSeries(this.#client, one, this.#span, this.#chartFrame.pixels, signal);
      if (!signal.aborted) this.#setSeries(series);
    } catch (error) {
      if (!signal.aborted) this.#showProblem(error);
    }
  }

  #setSeries(series) {
    performance.clearMarks("chart-data");
    performance.clearMarks("chart-drawn");
    performance.mark("chart-data");
    this.#series = series;
    this.#problem = null;
    toggle(this.element, "is-reading", false);
    this.#appendLatest();
    this.#draw();
    this.#fillTable();
    performance.mark("chart-drawn");
    performance.measure("chart-drawn", "chart-data", "chart-drawn");
    const words = [this.#chosen.label, spanText(this.#span), overviewText(series, this.#span, this.#capability)];
    this.#chartFrame.describe(words.filter(Boolean).join(". "));
  }

  #showProblem(error) {
    toggle(this.element, "is-reading", false);
    this.#problem = problemNotice(error, () => this.#load());
    this.#draw();
  }

  // MARK: Live values

  #appendLatest() {
    const state = this.#capability?.state;
    // A value that the broker retained has no time.
    if (!this.#followsNow || !this.#series?.isRaw || !state?.time) return;
    const { seriesKind, rows } = this.#series;
    const start = Date.parse(state.time);
    if (start <= (rows.at(-1)?.start ?? 0)) return;
    rows.push(seriesKind === "line" ? pointOf(state) : { start, value: state.value });
  }

  #tick() {
    if (!this.#followsNow || !this.#series || document.hidden) return;
    this.#span = last(length(this.#span));
    const { isRaw, rows } = this.#series;
    const isOld = Date.now() - this.#requestedAt > renewalMilliseconds;
    if (isOld && (!isRaw || this.#problem || this.#isTable || rows.length > this.#chartFrame.pixels)) this.#load();
    else this.#draw();
  }

  // MARK: Drawing

  #drawSoon() { this.#frame ??= requestAnimationFrame(() => { this.#frame = null; this.#draw(); }); }

  #draw() {
    this.#showBar();
    write(this.#time, spanText(this.#span));
    const isEmpty = this.#series?.rows.length === 0 && this.#series.seriesKind !== "spans";
    this.#chartFrame.showNotice(this.#problem ?? (isEmpty ? this.#empty : null));
    if (!this.#series || !this.#capability) return;
    if (!this.#isTable) this.#chartFrame.draw(this.#model);
    this.#showText();
  }

  #showBar() {
    const isTable = this.#isTable || !this.#canDraw;
    this.#bar.show({ range: this.#range, isMoved: this.#isMoved, isTable, mayDraw: this.#canDraw });
    set(this.element, { "data-domain": this.#capability ? domainOfKind(this.#capability) : null });
    this.#chartFrame.hide(isTable);
    this.#rows.hidden = !isTable;
    this.#without.hidden = this.#canDraw;
  }

  #fillTable() {
    if (this.#rows.hidden || !this.#series) return;
    const scrolled = this.#rows.firstElementChild?.scrollTop ?? 0;
    this.#rows.replaceChildren(historyTable(this.#model, `${this.#chosen.label}, ${spanText(this.#span)}`));
    this.#rows.firstElementChild.scrollTop = scrolled;
  }

  /** Describes the moment under the pointer, else the whole span. */
  #showText() {
    if (!this.#series || !this.#capability) return;
    const at = this.#pointerShare === null ? null : this.#span.from + this.#pointerShare * length(this.#span);
    const text = at === null ? null : pointText(this.#series, at, this.#span, this.#capability);
    // The legend of a timeline describes the whole span.
    const all = this.#series.seriesKind === "spans" ? "" : overviewText(this.#series, this.#span, this.#capability);
    write(this.#words, capitalised(text ?? all));
    this.#chartFrame.point(this.#pointerShare);
  }
}
