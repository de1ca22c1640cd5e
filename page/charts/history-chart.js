// The past of one device: a chart of one capability at a time, from an hour to two years, or the same as a table.

import { domainOfKind } from "../home/device.js";
import { el, set, toggle, write } from "../core/dom.js";
import { t } from "../core/text.js";
import { favourite, seriesOf } from "./choices.js";
import { zoomStep } from "./gestures.js";
import { historyTable } from "./history-table.js";
import { nature, pointOf, readSeries } from "./series.js";
import { last, length, moved, ranges, zoomed } from "./span.js";
import { Stage } from "./stage.js";
import { toolbar } from "./toolbar.js";
import { overview, pointed, spanText } from "./words.js";
import { problemNotice } from "../parts/problem.js";

const patienceMilliseconds = 180;
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
  #follows = true;
  #isTable = false;
  #mayDraw = true;
  #series = null;
  #askedAt = 0;
  #problem = null;
  #asking = new AbortController();
  #patience;
  #frame = null;
  #share = null;
  #stops;

  #bar;
  #time = el("p.chart-span");
  #words = el("p.chart-words");
  #stage = new Stage({
    zoom: (factor, share) => this.#go(zoomed(this.#span, factor, share)),
    pan: (share) => this.#go(moved(this.#span, share)),
    reset: () => this.#chooseRange(this.#range),
    point: (share) => { this.#share = share; this.#say(); },
    size: () => this.#drawSoon(),
  });
  #empty = el("p.muted", {}, t("chart.nothing"));
  #without = el("p.muted", { hidden: true }, t("chart.noLibrary"));
  #rows = el("div.chart-rows", { hidden: true });

  /** `remember({ part, quantity, range })` is told what someone chose. */
  constructor({ client, store }, device, { part, quantity, range }, remember) {
    this.#client = client;
    this.#store = store;
    this.#device = device.id;
    this.#remember = remember;
    this.#options = seriesOf(device);
    const isChosen = (one) => one.part === part && one.name === quantity;
    this.#chosen = this.#options.find(isChosen) ?? favourite(device);
    this.#range = ranges[range] ? range : "day";
    this.#span = last(ranges[this.#range]);
    this.#bar = toolbar({
      options: this.#options.map(({ key, label }) => [key, label]), chosen: this.#chosen.key,
      on: {
        range: (name) => this.#chooseRange(name), quantity: (key) => this.#chooseQuantity(key),
        zoom: (isIn) => this.#go(zoomed(this.#span, isIn ? zoomStep : 1 / zoomStep, 0.5)),
        move: (isForward) => this.#go(moved(this.#span, isForward ? moveShare : -moveShare)),
        reset: () => this.#chooseRange(this.#range), table: () => this.#switch(!this.#isTable),
      },
    });
    this.element = el("section.past", { "aria-labelledby": "history-title" },
      el("h2.visually-hidden", { id: "history-title" }, t("chart.title")), this.#bar.top,
      el("div.chart-line", {}, el("div.chart-said", {}, this.#time, this.#words), this.#bar.tools),
      this.#stage.element, this.#rows, this.#without);
    this.#stops = this.#listen();
    this.#load();
  }

  close() {
    this.#asking.abort();
    clearTimeout(this.#patience);
    cancelAnimationFrame(this.#frame);
    this.#stops.forEach((stop) => stop());
    this.#stage.close();
  }

  #listen() {
    const timer = setInterval(() => this.#tick(), tickMilliseconds);
    const look = () => { if (document.visibilityState === "visible") this.#renew(); };
    document.addEventListener("visibilitychange", look);
    return [
      () => clearInterval(timer),
      () => document.removeEventListener("visibilitychange", look),
      // What happened while nobody heard is a hole, which is read.
      this.#store.on(["connection", "devices"], () => { if (this.#store.connection === "live") this.#renew(); }),
      this.#store.on(`device:${this.#device}`, () => this.#hear()),
    ];
  }

  get #capability() { return this.#store.capability(this.#device, this.#chosen.part, this.#chosen.name); }

  get #model() { return { series: this.#series, span: this.#span, capability: this.#capability }; }

  // MARK: Where one looks

  #chooseRange(name) {
    this.#range = name;
    this.#isMoved = false;
    this.#follows = true;
    this.#span = last(ranges[name]);
    this.#tellChoice();
    this.#load();
  }

  #chooseQuantity(key) {
    this.#chosen = this.#options.find((option) => option.key === key);
    this.#series = null;
    this.#tellChoice();
    this.#load();
  }

  #tellChoice() { this.#remember({ part: this.#chosen.part, quantity: this.#chosen.name, range: this.#range }); }

  /** Shows at once what is known of another stretch, and asks for it as finely as it is seen once it stands still. */
  #go(span) {
    this.#span = span;
    this.#isMoved = true;
    this.#follows = Date.now() - span.to < length(span) / 100;
    this.#drawSoon();
    this.#loadSoon();
  }

  #loadSoon() {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#load(), patienceMilliseconds);
  }

  #renew() {
    if (this.#follows) this.#span = last(length(this.#span));
    if (this.#follows || this.#problem) this.#loadSoon();
  }

  #switch(isTable) {
    this.#isTable = isTable;
    this.#draw();
    this.#fillTable();
  }

  // MARK: Reading

  async #load() {
    clearTimeout(this.#patience);
    this.#asking.abort();
    const { signal } = this.#asking = new AbortController();
    const capability = this.#capability;
    if (!capability) return;
    this.#askedAt = Date.now();
    toggle(this.element, "is-reading", true);
    if (!this.#series) write(this.#words, t("chart.reading"));
    this.#showBar();
    try {
      // Lines need the library; where it is not installed their tables remain.
      this.#mayDraw = await this.#stage.prepare(["spans", "moments"].includes(nature(capability)));
      const one = { device: this.#device, part: this.#chosen.part, capability };
      if (signal.aborted) return;
      const series = await readSeries(this.#client, one, this.#span, this.#stage.pixels, signal);
      if (!signal.aborted) this.#take(series);
    } catch (error) {
      if (!signal.aborted) this.#complain(error);
    }
  }

  #take(series) {
    performance.clearMarks("chart-data");
    performance.clearMarks("chart-drawn");
    performance.mark("chart-data");
    this.#series = series;
    this.#problem = null;
    toggle(this.element, "is-reading", false);
    this.#hear();
    this.#draw();
    this.#fillTable();
    performance.mark("chart-drawn");
    performance.measure("chart-drawn", "chart-data", "chart-drawn");
    const words = [this.#chosen.label, spanText(this.#span), overview(series, this.#span, this.#capability)];
    this.#stage.describe(words.filter(Boolean).join(". "));
  }

  #complain(error) {
    toggle(this.element, "is-reading", false);
    this.#problem = problemNotice(error, () => this.#load());
    this.#draw();
  }

  // MARK: What happens meanwhile

  #hear() {
    const state = this.#capability?.state;
    // A value that the broker kept does not say since when it is so.
    if (!this.#follows || !this.#series?.isRaw || !state?.time) return;
    const { nature, rows } = this.#series;
    const start = Date.parse(state.time);
    if (start <= (rows.at(-1)?.start ?? 0)) return;
    rows.push(nature === "line" ? pointOf(state) : { start, value: state.value });
  }

  #tick() {
    if (!this.#follows || !this.#series || document.hidden) return;
    this.#span = last(length(this.#span));
    const { isRaw, rows } = this.#series;
    const isOld = Date.now() - this.#askedAt > renewalMilliseconds;
    if (isOld && (!isRaw || this.#problem || this.#isTable || rows.length > this.#stage.pixels)) this.#load();
    else this.#draw();
  }

  // MARK: Drawing

  #drawSoon() { this.#frame ??= requestAnimationFrame(() => { this.#frame = null; this.#draw(); }); }

  #draw() {
    this.#showBar();
    write(this.#time, spanText(this.#span));
    const isEmpty = this.#series?.rows.length === 0 && this.#series.nature !== "spans";
    this.#stage.say(this.#problem ?? (isEmpty ? this.#empty : null));
    if (!this.#series || !this.#capability) return;
    if (!this.#isTable) this.#stage.draw(this.#model);
    this.#say();
  }

  #showBar() {
    const isTable = this.#isTable || !this.#mayDraw;
    this.#bar.show({ range: this.#range, isMoved: this.#isMoved, isTable, mayDraw: this.#mayDraw });
    set(this.element, { "data-domain": this.#capability ? domainOfKind(this.#capability) : null });
    this.#stage.hide(isTable);
    this.#rows.hidden = !isTable;
    this.#without.hidden = this.#mayDraw;
  }

  #fillTable() {
    if (this.#rows.hidden || !this.#series) return;
    const scrolled = this.#rows.firstElementChild?.scrollTop ?? 0;
    this.#rows.replaceChildren(historyTable(this.#model, `${this.#chosen.label}, ${spanText(this.#span)}`));
    this.#rows.firstElementChild.scrollTop = scrolled;
  }

  /** What someone points at, else all of it. */
  #say() {
    if (!this.#series || !this.#capability) return;
    const at = this.#share === null ? null : this.#span.from + this.#share * length(this.#span);
    const text = at === null ? null : pointed(this.#series, at, this.#span, this.#capability);
    // A timeline's legend says the rest.
    const all = this.#series.nature === "spans" ? "" : overview(this.#series, this.#span, this.#capability);
    write(this.#words, text ?? all);
    this.#stage.point(this.#share);
  }
}
