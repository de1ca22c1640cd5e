// The present energy flow as a drawing: the width of a band is its power, an arrow head shows its direction.

import { icon, shape, write } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { curve, head, layout, neck, rowBands, sourceBands } from "./flow-layout.js";
import { sentence } from "./flow-model.js";

/** The power in W that the widest band stands for: one of these steps, so that the scale does not change all the
 *  time. */
const scales = [300, 600, 1200, 3000, 6000, 12_000, 30_000, 60_000, 1e6];
const thinnest = 1.5;

export class EnergyFlow {
  #svg = shape("svg", { class: "flow", role: "group", "aria-label": t("energy.flow") });
  #bands = shape("g", { "aria-hidden": "true" });
  #nodes = new Map();
  #model = null;
  #width = 0;
  #observer = new ResizeObserver(([entry]) => this.#resize(entry.contentRect.width));
  element = this.#svg;

  constructor() {
    this.#svg.append(this.#bands);
    this.#observer.observe(this.#svg);
  }

  close() { this.#observer.disconnect(); }

  /** `model` is `{ sources, house, rows }` of `flow-model.js`. */
  show(model) {
    this.#model = model;
    if (this.#width) this.#draw();
  }

  #resize(width) {
    if (!width || width === this.#width) return;
    this.#width = width;
    if (this.#model) this.#draw();
  }

  #draw() {
    const { sources, house, rows } = this.#model;
    const plan = layout(this.#width, sources.map(({ name }) => name), rows.length);
    this.#svg.setAttribute("viewBox", `0 0 ${this.#width} ${plan.height}`);
    this.#svg.style.setProperty("height", `${plan.height}px`);
    const boxes = [...sources, house].map((item) => [item, plan.boxes[item.name]]);
    this.#place([...boxes, ...rows.map((row, index) => [row, plan.rows[index]])]);
    this.#drawBands(plan);
  }

  #drawBands(plan) {
    const { sources, rows } = this.#model;
    const flows = [...sources, ...rows];
    const total = Math.max(
      sources.reduce((sum, { watts }) => sum + Math.max(watts ?? 0, 0), 0),
      rows.reduce((sum, { watts }) => sum + Math.max(watts ?? 0, 0), 0));
    const scale = plan.thickest / (scales.find((watts) => watts >= total) ?? total);
    const widths = flows.map(({ watts, direction }) => (direction ? Math.max(Math.abs(watts) * scale, thinnest) : 0));
    const inward = sourceBands(plan, sources.map(({ name }) => name), widths.slice(0, sources.length));
    const outward = rowBands(plan, widths.slice(sources.length));
    const bands = [
      ...sources.map((source, index) => sourceBand(source, inward[index], widths[index], plan.isWide)),
      ...rows.map((row, index) => rowBand(row, outward[index], widths[sources.length + index], plan.isWide)),
    ];
    this.#bands.replaceChildren(...bands.flat());
  }

  /** Places the nodes in the order in which a screen reader reads them; nodes that stay are not moved. */
  #place(items) {
    const keys = items.map(([item]) => keyOf(item));
    for (const [key, node] of this.#nodes) {
      if (keys.includes(key)) continue;
      node.element.remove();
      this.#nodes.delete(key);
    }
    items.forEach(([item, box], index) => {
      const key = keyOf(item);
      if (!this.#nodes.has(key)) this.#nodes.set(key, item.icon ? new Box(item) : new Row(item));
      const node = this.#nodes.get(key);
      const next = this.#svg.children[index + 1] ?? null;
      if (next !== node.element) this.#svg.insertBefore(node.element, next);
      node.place(item, box);
    });
  }
}

const keyOf = ({ name, device }) => `${name} ${device ?? ""}`;

function sourceBand(source, ends, width, isWide) {
  const isIn = source.direction > 0;
  const [from, to] = isIn ? [ends.source, ends.house] : [ends.house, ends.source];
  const direction = isWide ? (isIn ? "right" : "left") : isIn ? "down" : "up";
  return band(source, from, to, { width, direction, curveStyle: isWide ? "across" : "down" });
}

function rowBand(row, { house, row: end }, width, isWide) {
  return band(row, house, end, { width, direction: "right", curveStyle: isWide ? "across" : "corner" });
}

/** The elements of a band: a wide path and an arrow head when power flows, else a thin line. The style sheet dashes it
 *  when the power is not known. */
function band({ name, status, direction: flows }, from, to, { width, direction, curveStyle }) {
  const common = { "data-of": name.split(":")[0], "data-status": status };
  if (!width || !flows) return [shape("path", { ...common, class: "band is-idle", d: curve(from, to, curveStyle) })];
  const way = curve(from, neck(to, direction, width), curveStyle);
  return [
    shape("path", { ...common, class: "band", d: way, "stroke-width": width.toFixed(1) }),
    shape("polygon", { ...common, class: "band-head", points: head(to, direction, width) }),
  ];
}

/** A box with icon, name, number and a note. */
class Box {
  #name = shape("text", { class: "flow-name" });
  #number = shape("tspan", { class: "flow-number" });
  #unit = shape("tspan", { class: "flow-unit", dx: 3 });
  #value = shape("text", {}, this.#number, this.#unit);
  #note = shape("text", { class: "flow-note" });
  #frame = shape("rect", { class: "flow-frame", rx: 12 });
  #icon;

  constructor(item) {
    this.#icon = icon(item.icon);
    this.element = group(item, this.#frame, this.#icon, this.#name, this.#value, this.#note);
    this.element.classList.add(item.name === "house" ? "is-house" : "is-source");
  }

  place(item, { x, y, width, height }) {
    const isHouse = item.name === "house";
    at(this.#frame, { x, y, width, height });
    at(this.#icon, { x: x + 10, y: y + 9, width: 20, height: 20 });
    at(this.#name, { x: x + 36, y: y + 24 });
    at(this.#value, { x: x + 12, y: y + height / 2 + (isHouse ? 18 : 15) });
    at(this.#note, { x: x + 12, y: y + height - 12 });
    fit(this.#name, item.title, width - 44);
    write(this.#number, item.value[0]);
    write(this.#unit, item.value[1]);
    fit(this.#note, item.note, width - 16);
    describe(this.element, item);
  }
}

/** A consumer: number, name, and a note when its reading is not live. */
class Row {
  #name = shape("text", { class: "flow-row-name" });
  #number = shape("tspan", { class: "flow-row-number" });
  #unit = shape("tspan", { class: "flow-unit", dx: 3 });
  #value = shape("text", { "text-anchor": "end" }, this.#number, this.#unit);
  #note = shape("text", { class: "flow-note" });
  #frame = shape("rect", { class: "flow-ground", rx: 8 });

  constructor(item) {
    this.element = group(item, this.#frame, this.#name, this.#value, this.#note);
    this.element.classList.add("is-row");
  }

  place(item, { x, y, width, height }) {
    const middle = y + height / 2;
    at(this.#frame, { x: x + 2, y: y + 2, width: width - 3, height: height - 4 });
    at(this.#name, { x: x + 12, y: item.note ? middle - 3 : middle + 5 });
    at(this.#note, { x: x + 12, y: middle + 14 });
    at(this.#value, { x: x + width - 8, y: middle + 6 });
    fit(this.#name, item.title, width - 96);
    fit(this.#note, item.note, width - 96);
    write(this.#number, item.value[0]);
    write(this.#unit, item.value[1]);
    describe(this.element, item);
  }
}

/** The group of a node, which is a link when it belongs to one device. */
function group({ device, name }, ...children) {
  const common = { class: "flow-node", "data-of": name.split(":")[0] };
  return device
    ? shape("a", { ...common, href: address("device", device) }, children)
    : shape("g", { ...common, role: "img" }, children);
}

function describe(element, item) {
  if (element.dataset.status !== item.status) element.dataset.status = item.status;
  const label = sentence(item);
  if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
}

function at(element, values) {
  for (const [name, value] of Object.entries(values)) {
    const text = String(Math.round(value * 10) / 10);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets a text that fits into `width`, because SVG text does not wrap: of several parts, separated by dots, the last ones
 *  are left out, and a single part ends in "…". */
function fit(element, text, width) {
  const fitted = `${text}\n${Math.round(width)}`;
  if (element.dataset.fitted === fitted) return;
  element.dataset.fitted = fitted;
  const parts = text.split(" · ");
  const show = (shown) => {
    element.textContent = shown;
    return element.getComputedTextLength() <= width;
  };
  while (!show(parts.join(" · ")) && parts.length > 1) parts.pop();
  const letters = [...parts.join(" · ")];
  for (let length = letters.length - 1; length > 0 && element.getComputedTextLength() > width; length -= 1) {
    show(`${letters.slice(0, length).join("").trimEnd()}…`);
  }
}
