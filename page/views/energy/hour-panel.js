// One hour of a day: the devices that used energy in it, with their costs, beside the outdoor temperature.

import { amountText, flowsOf, used, unmetered } from "../../home/balance.js";
import { el, icon, write } from "../../core/dom.js";
import { quantityText } from "../../core/format.js";
import { t } from "../../core/text.js";
import { problemNotice } from "../../parts/problem.js";
import { costText } from "./money.js";
import { consumerRows, consumerTable } from "./shares.js";

/** Devices with less energy in kWh did not run. */
const leastEnergy = 0.0005;

/** `on.step(count)` is called for the previous (-1) or the next hour (1), `on.close()` when the panel is closed. */
export class HourPanel {
  #on;
  #title = el("h3", { id: "hour-title", tabindex: -1, "aria-live": "polite" });
  #facts = el("dl.hour-facts");
  #body = el("div.hour-body");
  #before;
  #after;

  constructor(on) {
    this.#on = on;
    const button = (name, picture, act) => el("button.icon-button", {
      type: "button", "aria-label": t(`energy.hour.${name}`), on: { click: act },
    }, icon(picture));
    this.#before = button("before", "back", () => on.step(-1));
    this.#after = button("after", "forward", () => on.step(1));
    this.element = el("section.hour", {
      "aria-labelledby": "hour-title", hidden: true, on: { keydown: (event) => this.#key(event) },
    }, el("header.hour-head", {}, this.#before, this.#title, this.#after, button("close", "close", () => on.close())),
    this.#facts, this.#body);
  }

  get isOpen() { return !this.element.hidden; }

  hide() { this.element.hidden = true; }

  /** Shows the title at once; the contents follow with `fill` or `fail`. */
  begin({ title, isFirst, isLast }) {
    this.element.hidden = false;
    write(this.#title, title);
    this.#before.disabled = isFirst;
    this.#after.disabled = isLast;
    this.element.setAttribute("aria-busy", "true");
  }

  focus() { this.#title.focus({ preventScroll: true }); }

  /** Scrolls to the panel, when it has its contents. */
  reveal() { this.element.scrollIntoView({ block: "nearest" }); }

  /** `answer` is that of the hour by device; `temperature` and `typical` are undefined when they are not known. */
  fill({ answer, temperature, typical }) {
    this.element.removeAttribute("aria-busy");
    const flows = flowsOf(answer.totals);
    const all = used(flows);
    const facts = [
      [t("energy.altogether"), amountText(all)],
      answer.cost && [t("energy.cost"), costText(answer.cost)],
      answer.revenue && [t("energy.revenue"), costText(answer.revenue)],
      typical && [typical.title, amountText({ kilowattHours: typical.kilowattHours })],
      temperature !== undefined && [t("energy.hour.outdoors"), quantityText(temperature, "°C")],
    ].filter(Boolean);
    this.#facts.replaceChildren(...facts.map(([name, value]) =>
      el("div", {}, el("dt", {}, name), el("dd.numerals", {}, value))));
    const rows = consumerRows("device", answer.rows, unmetered(flows))
      .filter(({ amount }) => amount.kilowattHours >= leastEnergy);
    const table = rows.length ? consumerTable("device", rows, all?.kilowattHours ?? 0, t("energy.hour.devices"))
      : el("p.muted", {}, t("energy.hour.nothing"));
    // Without solar power the costs of the devices add up to that of the hour.
    const note = answer.cost && flows.production && el("p.muted", {}, t("energy.cost.ofDevices"));
    this.#body.replaceChildren(...[table, note].filter(Boolean));
  }

  fail(error) {
    this.element.removeAttribute("aria-busy");
    this.#facts.replaceChildren();
    this.#body.replaceChildren(problemNotice(error));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.#on.close();
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // In a table that is too wide the arrow keys scroll.
    if (!step || event.target.closest(".data-scroll")) return;
    event.preventDefault();
    if (!(step < 0 ? this.#before : this.#after).disabled) this.#on.step(step);
  }
}
