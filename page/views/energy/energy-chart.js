// The energy of a period: bars for each hour, day or month, stacked by consumer or by origin; or the same as a table.

import { amountText, sum } from "../../home/balance.js";
import { el, icon, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { Bars } from "../../charts/bars.js";
import { downloadButton } from "../../charts/data-table.js";
import { segments } from "../../parts/segments.js";
import { energyFile, energyTable } from "./energy-table.js";
import { costsBy, costText } from "./money.js";
import { Palette, seriesOf } from "./series.js";

export const stacks = ["device", "room", "source"];

/** `on.restack()` is called when another stacking was chosen, `on.open(index)` when an hour, day or month was opened,
 *  `on.leave()` after Escape in the chart, `on.toggle()` when the person switched between chart and table. */
export function energyChart(stack, isTable, on) {
  const state = { stack, isTable };
  const palette = new Palette();
  const title = el("h3", { id: "course-title" });
  const readout = new Readout();
  const body = el("div.course-body");
  const note = el("p.muted");
  const tableButton = el("button.button.quiet", { type: "button", hidden: true, on: { click: toggleTable } });
  const choice = segments({
    label: t("energy.stack"), options: stacks.map((name) => [name, t(`energy.stack.${name}`)]), value: stack,
    act: (name) => { state.stack = name; on.restack(); },
  });
  const element = el("section.course", { "aria-labelledby": "course-title" },
    el("header.section-head", {}, title,
      el("div.section-acts", {}, tableButton, downloadButton(() => energyFile(model)))),
    choice, body, note);
  let model = null;
  let drawing = null;
  let beginning = null;
  let isMissing = false;
  let expected = null;
  let opened = null;

  async function begin() {
    const chart = await Bars.make(t("energy.course.choose"), {
      choose: (index) => readout.show(model, index, expected), describe: (index) => ariaText(model, index, expected),
      enter: on.open, leave: on.leave,
    });
    const figure = el("figure.course-figure", { "aria-labelledby": "course-title" }, chart.element, readout.element);
    drawing = { chart, figure };
  }

  async function draw() {
    const wanted = model;
    if (!state.isTable && !drawing && !isMissing) {
      await (beginning ??= begin()).catch(() => { isMissing = true; });
      if (wanted !== model) return;
    }
    const showsTable = state.isTable || isMissing;
    tableButton.hidden = isMissing;
    const [picture, label] = showsTable ? ["chart", "energy.asChart"] : ["table", "energy.asTable"];
    tableButton.replaceChildren(icon(picture), t(label));
    write(note, isMissing ? t("energy.noChart") : model.grain.name === "hour" ? t("energy.hour.choose") : "");
    if (showsTable) return body.replaceChildren(energyTable(model, on.open));
    if (drawing.figure.parentNode !== body) body.replaceChildren(drawing.figure);
    drawing.chart.show({
      labels: model.buckets.map(({ label }) => label), series: model.series.map(drawn),
      expected: expected?.values, opened, opensInPlace: model.grain.name === "hour",
    });
  }

  function toggleTable() {
    state.isTable = !state.isTable;
    draw();
    on.toggle();
  }

  function show(answer) {
    const { stack: by } = answer.span;
    const { rows, cost, revenue } = answer.time;
    const costsOf = (name) => costsBy(rows, answer.buckets, answer.grain.keyOf, name);
    model = {
      ...answer, series: seriesOf(answer, by, palette), stack: by,
      cost, revenue, costs: costsOf("cost"), revenues: costsOf("revenue"),
    };
    write(title, t(`energy.course.${answer.grain.name}`));
    const isKnown = Boolean(answer.flows.gridImport);
    for (const input of choice.querySelectorAll("[value=source]")) {
      input.disabled = !isKnown && by !== "source";
      input.closest("label").title = isKnown ? "" : t("energy.noOrigins");
    }
    draw();
  }

  /** Shows `{ name, values, total }` behind the bars, the energy of a typical day in kWh; null shows nothing. */
  function expect(usual) {
    expected = usual;
    redraw();
  }

  /** Marks the bar that is open; null marks none. */
  function mark(index) {
    opened = index;
    redraw();
  }

  function redraw() { if (model && drawing && !state.isTable) draw(); }

  /** Puts the focus on the bar with this index, or on the button of its row. */
  function focus(index) {
    if (!state.isTable && drawing) {
      drawing.chart.element.focus({ preventScroll: true });
      return drawing.chart.select(index);
    }
    body.querySelectorAll("tbody .link")[index]?.focus({ preventScroll: true });
  }

  /** Releases the chart, also one that is still loading. */
  function close() {
    model = null;
    beginning?.then(() => drawing.chart.close(), () => {});
  }

  return { element, state, show, expect, mark, focus, close };
}

const drawn = ({ name, token, amounts }) =>
  ({ name, token, values: amounts.map((amount) => amount?.kilowattHours ?? null) });

const amountAt = (index) => ({ amounts, total }) => (index === null ? total : amounts[index]);
const titleAt = ({ buckets }, index) => (index === null ? t("energy.altogether") : buckets[index].title);

/** The amounts of the selected bar, else the sums of the period. */
class Readout {
  #title = el("span");
  #sum = el("span.numerals");
  #list = el("ul.readout");
  element = el("figcaption", {}, el("p.readout-head", {}, this.#title, this.#sum), this.#list);

  show(model, index, expected) {
    const lines = model.series.map((one) => [one.token, one.name, amountText(amountAt(index)(one))]);
    if (expected) lines.push(["usual", expected.name, amountText(usualAt(expected, index))]);
    write(this.#title, titleAt(model, index));
    write(this.#sum, sumText(model, index));
    if (this.#list.children.length !== lines.length) this.#list.replaceChildren(...lines.map(readoutLine));
    lines.forEach(([token, ...texts], at) => {
      const [key, name, value] = this.#list.children[at].children;
      key.dataset.token = token;
      [name, value].forEach((node, part) => write(node, texts[part]));
    });
  }
}

const readoutLine = () =>
  el("li", {}, el("span.readout-key", { "aria-hidden": "true" }), el("span"), el("span.numerals"));

/** The energy of a bar or of the period, with what it cost if that is known. */
function sumText({ series, costs, cost }, index) {
  const texts = [amountText(sum(series.map(amountAt(index)))), costText(index === null ? cost : costs[index])];
  return texts.filter(Boolean).join(" · ");
}

const usualAt = ({ values, total }, index) => ({ kilowattHours: index === null ? total : values[index] });

function ariaText(model, index, expected) {
  if (!model) return "";
  const amounts = model.series.map((one) => ({ name: one.name, amount: amountAt(index)(one) }));
  const parts = amounts.filter(({ amount }) => amount?.kilowattHours > 0)
    .map(({ name, amount }) => `${name} ${amountText(amount)}`);
  const usual = expected && `${expected.name}: ${amountText(usualAt(expected, index))}`;
  return [`${titleAt(model, index)}: ${sumText(model, index)}`, parts.length > 1 && parts.join(", "), usual]
    .filter(Boolean).join(". ");
}
