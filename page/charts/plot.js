// Lines with their bands, and bars, drawn by the chart library.

import { domainOfKind } from "../home/device.js";
import { el } from "../core/dom.js";
import { number, scale } from "../core/format.js";
import { chartLibrary, colour } from "./library.js";
import { hour } from "./span.js";
import { timeTicks } from "./time-ticks.js";

/** Single readings that are farther apart are not joined, because the values between them are not known. */
const longestGap = 3 * hour;
const axisPixels = 44;
const kilowattsFrom = 10_000;

/** A renderer for lines and bars; `Timeline` has the same methods. */
export class Plot {
  #Chart;
  #chart = null;
  #canvas = el("canvas", { "aria-hidden": "true" });
  #drawn = null;
  element = el("div.plot", {}, this.#canvas);

  /** Throws when the library is not installed. */
  static async make() { return new Plot(await chartLibrary()); }

  constructor(Chart) { this.#Chart = Chart; }

  close() { this.#chart?.destroy(); }

  /** The part of the element that shows time. */
  area() {
    const { left = axisPixels, width } = this.#chart?.chartArea ?? {};
    return { left, width: Math.max(width ?? this.element.clientWidth - axisPixels, 1) };
  }

  /** Draws again after the colour scheme has changed. */
  repaint() { if (this.#drawn) this.draw(this.#drawn); }

  draw(model) {
    const { series, span, capability } = model;
    this.#drawn = model;
    const type = series.seriesKind === "counter" ? "bar" : "line";
    if (this.#chart?.config.type !== type) this.#begin(type);
    const { data, options } = this.#chart;
    data.datasets = type === "bar" ? bars(model) : lines(model);
    Object.assign(options.scales.x, { min: span.from, max: span.to });
    const ink = { line: colour("line"), text: colour("muted") };
    for (const axis of Object.values(options.scales)) {
      axis.ticks.color = ink.text;
      axis.grid.color = ink.line;
      axis.grid.borderColor = ink.line;
    }
    options.scales.y.ticks.callback = (value, index, ticks) => axisText(value, index, ticks, capability.unit);
    options.scales.y.beginAtZero = type === "bar" || capability.unit === "W" || capability.unit === "%";
    Object.assign(options.scales.y, suggestedLimits(model));
    // A flat line needs space above and below, so that it does not lie on the frame.
    options.scales.y.grace = isFlat(series) ? "20%" : 0;
    this.#chart.update("none");
  }

  #begin(type) {
    this.#chart?.destroy();
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    const font = { family: fontFamily, size: Math.round(parseFloat(fontSize) * 0.8) };
    this.#chart = new this.#Chart(this.#canvas, {
      type, data: { datasets: [] },
      options: {
        responsive: true, maintainAspectRatio: false, animation: false, parsing: false, normalized: true, events: [],
        layout: { padding: { top: 8, right: 1 } },
        plugins: { tooltip: { enabled: false }, filler: { propagate: false } },
        elements: { point: { radius: 0 }, line: { borderWidth: 2, borderJoinStyle: "round" } },
        scales: {
          x: {
            type: "linear", offset: false, grid: { drawTicks: false, offset: false },
            ticks: { font, padding: 8, maxRotation: 0, autoSkip: false, callback: (_, at, ticks) => ticks[at].label },
            afterBuildTicks: (axis) => { axis.ticks = timeTicks({ from: axis.min, to: axis.max }, axis.width || 600); },
          },
          y: {
            type: "linear", grid: { drawTicks: false }, ticks: { font, padding: 8, maxTicksLimit: 6 },
            // A minimum width keeps the chart from moving while values change.
            afterFit: (axis) => { axis.width = Math.max(axis.width, axisPixels); },
          },
        },
      },
    });
  }
}

function lines({ series, span, capability }) {
  const hue = colour(domainOfKind(capability));
  const { shown } = scale(capability.unit);
  if (series.seriesKind === "steps") {
    return [line(stepPoints(series.rows, span, shown), hue, { stepped: "before", fill: false })];
  }
  const band = { borderWidth: 0, pointRadius: 0 };
  const at = (name) => linePoints(series, (row) => shown(row[name]));
  const mean = line(at("mean"), hue, { pointRadius: pointRadiusOf(series.rows) });
  if (series.isRaw) return [mean];
  return [
    { data: at("low"), ...band, fill: false },
    { data: at("high"), ...band, fill: "-1", backgroundColor: faint(hue) }, mean,
  ];
}

const line = (data, hue, more) => ({ data, borderColor: hue, backgroundColor: hue, ...more });

/** The radius of points: a single reading is drawn as a point, because it makes no line. */
const pointRadiusOf = (rows) => (rows.length < 2 ? 3 : 0);

/** The least height of the axis in a unit: with less, noise would look like change. */
const leastHeights = { "°C": 2 };

/** The limits of an axis that would otherwise be lower than its least height; the values are in its middle. */
function suggestedLimits({ series, capability }) {
  const { shown } = scale(capability.unit);
  const values = series.rows.flatMap((row) => [row.low ?? row.mean ?? row.value, row.high ?? row.mean ?? row.value]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const height = leastHeights[capability.unit] ?? 0;
  if (!values.length || high - low >= height) return { suggestedMin: undefined, suggestedMax: undefined };
  const least = Math.round(low + high - height) / 2;
  return { suggestedMin: shown(least), suggestedMax: shown(least + height) };
}

const isFlat = ({ rows }) => rows.every((row) => (row.mean ?? row.value) === (rows[0].mean ?? rows[0].value));

const middle = ({ start, end }) => (start + end) / 2;

/** The points of a line, with a gap where readings are missing. */
function linePoints({ rows, isRaw }, y) {
  const points = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const farthest = isRaw ? longestGap : (row.end - row.start) * 1.5;
    if (before && row.start - before.end > farthest) points.push({ x: (before.end + row.start) / 2, y: NaN });
    points.push({ x: middle(row), y: y(row) });
  }
  return points;
}

/** The points of a stepped line: a value is valid until the next one, the last one until the end of the span. */
function stepPoints(rows, span, shown) {
  const points = rows.map(({ start, value }) => ({ x: start, y: shown(value) }));
  if (points.length) points.push({ x: span.to, y: points.at(-1).y });
  return points;
}

function bars({ series, capability }) {
  const data = series.rows.map((row) => ({ x: middle(row), y: row.amount }));
  const backgroundColor = colour(domainOfKind(capability));
  return [{ data, backgroundColor, barPercentage: 0.85, categoryPercentage: 1, maxBarThickness: 44, borderRadius: 2 }];
}

const faint = (rgb) => rgb.replace("rgb(", "rgba(").replace(")", ", 0.22)");

/** An axis label with as many decimals as the distance between labels needs; the topmost label has the unit. */
function axisText(value, index, ticks, unit) {
  const isLarge = unit === "W" && Math.max(...ticks.map((tick) => Math.abs(tick.value))) >= kilowattsFrom;
  const factor = isLarge ? 0.001 : 1;
  const step = Math.abs((ticks[1]?.value ?? 1) - (ticks[0]?.value ?? 0)) * factor || 1;
  const text = number(value * factor, Math.min(Math.max(Math.ceil(-Math.log10(step) - 1e-9), 0), 3));
  return index === ticks.length - 1 ? `${text} ${isLarge ? "kW" : scale(unit).unit}`.trim() : text;
}
