// The energy of a period: bars for each hour, day or month, stacked by consumer or by origin; or the same as a table.

import { amountText, sum } from "../../home/balance.js";
import { el, icon, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { Bars } from "../../charts/bars.js";
import { downloadButton } from "../../charts/data-table.js";
import { segments } from "../../parts/segments.js";
import { energyFile, energyTable } from "./energy-table.js";
import { Palette, seriesOf } from "./series.js";

export const stacks = ["device", "room", "source"];

/** `on.restack()` is called when another stacking was chosen, `on.open(date)` when a day or month was opened,
 *  `on.toggle()` when the person switched between chart and table. */
export function energyChart(stack, isTable, on) {
  const state = { stack, isTable };
  const palette = new Palette();
  const title = el("h3", { id: "course-title" });
  const readout = new Readout();
  const body = el("div.course-body");
  const note = el("p.muted");
  const tableButton = el("button.button.quiet", { type: "button", on: { click: toggleTable } });
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

  async function begin() {
    const chart = await Bars.make(t("energy.course.choose"), {
      choose: (index) => readout.show(model, index), describe: (index) => ariaText(model, index),
      enter: (index) => { if (model.buckets[index].date) on.open(model.buckets[index].date); },
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
    write(note, isMissing ? t("energy.noChart") : "");
    if (showsTable) return body.replaceChildren(energyTable(model, on.open));
    if (drawing.figure.parentNode !== body) body.replaceChildren(drawing.figure);
    drawing.chart.show({
      canEnter: model.grain.name !== "hour", labels: model.buckets.map(({ label }) => label),
      series: model.series.map(drawn),
    });
  }

  function toggleTable() {
    state.isTable = !state.isTable;
    draw();
    on.toggle();
  }

  function show(answer) {
    const { stack: by } = answer.span;
    model = { ...answer, series: seriesOf(answer, by, palette), stack: by };
    write(title, t(`energy.course.${answer.grain.name}`));
    const isKnown = Boolean(answer.flows.gridImport);
    for (const input of choice.querySelectorAll("[value=source]")) {
      input.disabled = !isKnown && by !== "source";
      input.parentNode.title = isKnown ? "" : t("energy.noOrigins");
    }
    draw();
  }

  return { element, state, show, close() { drawing?.chart.close(); } };
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

  show(model, index) {
    const { series } = model;
    write(this.#title, titleAt(model, index));
    write(this.#sum, amountText(sum(series.map(amountAt(index)))));
    if (this.#list.children.length !== series.length) this.#list.replaceChildren(...series.map(readoutLine));
    series.forEach((one, at) => {
      const [key, name, value] = this.#list.children[at].children;
      key.dataset.token = one.token;
      write(name, one.name);
      write(value, amountText(amountAt(index)(one)));
    });
  }
}

const readoutLine = () =>
  el("li", {}, el("span.readout-key", { "aria-hidden": "true" }), el("span"), el("span.numerals"));

function ariaText(model, index) {
  if (!model) return "";
  const amounts = model.series.map((one) => ({ name: one.name, amount: amountAt(index)(one) }));
  const parts = amounts.filter(({ amount }) => amount?.kilowattHours > 0)
    .map(({ name, amount }) => `${name} ${amountText(amount)}`);
  const whole = `${titleAt(model, index)}: ${amountText(sum(amounts.map(({ amount }) => amount)))}`;
  return parts.length > 1 ? `${whole}. ${parts.join(", ")}` : whole;
}
