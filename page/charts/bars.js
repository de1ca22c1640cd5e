// Stacked bars over time, drawn by the chart library. A bar can be selected with pointer, finger or arrow keys.

import { el, set } from "../core/dom.js";
import { number } from "../core/format.js";
import { chartLibrary, colour } from "./library.js";
import { onColourSchemeChange } from "./colour-scheme.js";

/** The axis reaches at least this value. */
const leastMaximum = 0.1;

/** A bar chart with `element`, `show(model)` and `close()`. */
export class Bars {
  #on;
  #canvas = el("canvas", { "aria-hidden": "true" });
  #chart;
  #shown = { labels: [], series: [] };
  #chosen = null;
  #chosenBefore = null;
  #stop;

  /** `on.choose(index)` is called when a bar is selected, with null for none; `on.enter(index)` when a bar is
   *  opened; `on.leave()` after Escape; `on.describe(index)` returns the text of a bar for screen readers. Throws
   *  when the library is not installed. */
  static async make(label, on) { return new Bars(await chartLibrary(), label, on); }

  constructor(Chart, label, on) {
    this.#on = on;
    this.element = el("div.bars", {
      tabindex: 0, role: "slider", "aria-label": label, "aria-orientation": "horizontal",
      on: {
        pointermove: (event) => this.#hover(this.#indexAt(event)), pointerleave: (event) => this.#leave(event),
        pointerdown: () => { this.#chosenBefore = this.#chosen; }, click: (event) => this.#tap(event),
        keydown: (event) => this.#key(event), blur: () => this.#choose(null),
      },
    }, this.#canvas);
    this.#chart = new Chart(this.#canvas, configuration(this.#marker()));
    this.#stop = onColourSchemeChange(() => this.show(this.#shown));
  }

  /** Selects a bar, also without the pointer or the focus; null selects none. */
  select(index) { if (index !== this.#chosen) this.#choose(index); }

  close() {
    this.#stop();
    this.#chart.destroy();
  }

  /** `series` are `{ name, token, values }`, the lowest first; a null value is not known. `expected` are usual values,
   *  drawn behind the bars, or null; `opened` is the index of the bar that is open, or null.
   *  `opensInPlace`: a bar that is opened does not replace the chart. */
  show(model) {
    this.#shown = model;
    const { data, options } = this.#chart;
    const ink = (token) => colour(token, this.element);
    const [line, text, surface] = ["line", "muted", "surface"].map(ink);
    data.labels = model.labels;
    data.datasets = model.series.map(({ name, token, values }) => ({
      label: name, data: values, backgroundColor: ink(token), borderColor: surface, borderWidth: { top: 1 },
      borderSkipped: false, maxBarThickness: 64, categoryPercentage: 0.86, barPercentage: 1,
    }));
    for (const { ticks, grid } of Object.values(options.scales)) {
      ticks.color = text;
      Object.assign(grid, { color: line, borderColor: line });
    }
    options.scales.y.suggestedMax = Math.max(leastMaximum, ...model.expected ?? []);
    this.#chart.update("none");
    this.#choose(this.#chosen < model.labels.length ? this.#chosen : null);
  }

  #choose(index) {
    this.#chosen = index;
    this.#chart.draw();
    set(this.element, {
      "aria-valuemin": 0, "aria-valuemax": this.#shown.labels.length, "aria-valuenow": String((index ?? -1) + 1),
      "aria-valuetext": this.#on.describe(index),
    });
    this.#on.choose(index);
  }

  #hover(index) { if (index !== this.#chosen) this.#choose(index); }

  #leave({ pointerType }) { if (pointerType === "mouse") this.#choose(null); }

  /** A mouse click opens a bar. With a finger the first tap selects it and the second one opens it, unless the bars
   *  open in place. */
  #tap(event) {
    const index = this.#indexAt(event);
    const isDirect = event.pointerType === "mouse" || this.#shown.opensInPlace;
    if (isDirect || index === this.#chosenBefore) this.#on.enter(index);
    else this.#choose(index);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.#shown.labels.length - 1;
    const to = {
      ArrowRight: Math.min((this.#chosen ?? -1) + 1, last), ArrowLeft: Math.max((this.#chosen ?? last + 1) - 1, 0),
      Home: 0, End: last, Escape: null,
    }[event.key];
    if (event.key === "Enter" && this.#chosen !== null) this.#on.enter(this.#chosen);
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(to);
    if (event.key === "Escape") this.#on.leave();
  }

  #indexAt({ clientX }) {
    const { left, width } = this.#chart.chartArea;
    const count = this.#shown.labels.length;
    const share = (clientX - this.#canvas.getBoundingClientRect().left - left) / width;
    return Math.min(Math.max(Math.floor(share * count), 0), count - 1);
  }

  /** A plugin of the chart library that draws behind the bars: the background of the selected and of the open bar, and
   *  the usual values as wide faint bars. */
  #marker() {
    return {
      id: "marker",
      beforeDatasetsDraw: ({ ctx, chartArea, scales: { x, y } }) => {
        const step = chartArea.width / this.#shown.labels.length;
        const left = (index) => x.getPixelForValue(index) - step / 2;
        ctx.save();
        ctx.fillStyle = colour("chosen", this.element);
        for (const index of new Set([this.#chosen, this.#shown.opened].filter(Number.isInteger))) {
          ctx.fillRect(left(index), chartArea.top, step, chartArea.bottom - chartArea.top);
        }
        if (this.#shown.expected) this.#drawExpected(ctx, (index) => [left(index), step], y, chartArea.bottom);
        ctx.restore();
      },
    };
  }

  #drawExpected(ctx, placeOf, scale, bottom) {
    const [fill, edge] = ["usual", "usual-line"].map((token) => colour(token, this.element));
    this.#shown.expected.forEach((value, index) => {
      const [left, width] = placeOf(index);
      const top = scale.getPixelForValue(value);
      ctx.fillStyle = fill;
      ctx.fillRect(left, top, width, bottom - top);
      ctx.fillStyle = edge;
      ctx.fillRect(left, top - 1, width, 2);
    });
  }
}

function configuration(marker) {
  const { fontFamily: family, fontSize } = getComputedStyle(document.body);
  const ticks = { font: { family, size: Math.round(parseFloat(fontSize) * 0.87) }, maxRotation: 0 };
  const amounts = { ...ticks, maxTicksLimit: 6, callback: (value) => number(value, 2) };
  return {
    type: "bar", data: { labels: [], datasets: [] }, plugins: [marker],
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, events: [],
      plugins: { tooltip: { enabled: false } },
      scales: {
        x: { stacked: true, grid: { display: false }, ticks: { ...ticks, autoSkipPadding: 10 } },
        y: { stacked: true, beginAtZero: true, suggestedMax: leastMaximum, grid: { drawBorder: false }, ticks: amounts },
      },
    },
  };
}
