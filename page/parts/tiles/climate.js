// The content of a climate tile: the measured temperature, the target with its stepper, and the air of the room. The
// thermostat and the air sensor of a room share one tile. Heating that is off has no target, and a button to turn it on.

import { valueText } from "../../core/capabilities.js";
import { reading, readingText } from "../../core/format.js";
import { capitalised, t } from "../../core/text.js";
import { airProblem } from "../../home/air-quality.js";
import { capabilityNamed, mainCapability } from "../../home/device.js";
import { isOutdoors } from "../../home/outdoor.js";
import { isOffered, isOfferedTo } from "../../home/command-restriction.js";
import { el, icon, set, write } from "../../core/dom.js";
import { stepper } from "../stepper.js";

/** The mode in which a thermostat that was off heats again. */
const on = "heat";

const air = ["humidity", "co2"];

export class ClimateContent {
  #device;
  #stepper = null;
  #target = null;
  #off;
  #turnOn = null;
  #sensorPart;
  toggled = null;

  /** `sensorPart()` is the part of the air sensor, if the tile has one. */
  constructor(store, { device, part, name, view, send, act, sensorPart }) {
    this.view = view;
    this.#device = device;
    this.#sensorPart = sensorPart;
    const target = capabilityNamed(part, "targetTemperature");
    if (target && isOffered(store, target)) {
      this.#stepper = stepper({
        label: name, capability: target, send: (value) => send(target.name, value),
        offers: (value) => isOfferedTo(store, target, value),
      });
    } else if (target) {
      this.#target = el("p.step-target");
    }
    const mode = capabilityNamed(part, "thermostatMode");
    if (mode && isOfferedTo(store, mode, on)) this.#turnOn = turnOnButton(name, () => act(mode.name, on));
    this.#off = el("div.stepper.is-off", {}, el("span.step-target", {}, capitalised(valueText("thermostatMode", "off"))),
      this.#turnOn);
    this.control = target ? el("div", {}, this.#usual) : null;
  }

  /** The control of heating that is on. */
  get #usual() { return this.#stepper?.element ?? this.#target; }

  /** `{ capability, shown, text, facts, isOn, air }` of the part now. */
  show(part) {
    const measured = this.#measured(part, "temperature");
    const target = capabilityNamed(part, "targetTemperature");
    const mode = capabilityNamed(part, "thermostatMode")?.state?.value;
    if (target) this.#showTarget(target, mode === "off");
    const rest = air.map((name) => this.#measured(part, name)).filter((c) => c?.state && c !== measured);
    const problem = isOutdoors(this.#device, part) ? undefined : airProblem(rest);
    // What is wrong comes first, with its reading, so that a narrow tile shows it.
    const ordered = rest.toSorted((a, b) => (b === problem?.capability) - (a === problem?.capability));
    const facts = [problem && t(problem.key), ...ordered.map((c) => readingText(c, c.state.value))].filter(Boolean).join(" · ");
    const capability = target ?? measured ?? mainCapability(part);
    const shown = measured ?? capability;
    return {
      capability, shown: { capability: shown, ...shown.state }, text: reading(shown, shown.state?.value), facts, isOn: false,
      air: problem?.level,
    };
  }

  #showTarget(target, isOff) {
    const control = isOff ? this.#off : this.#usual;
    if (control.parentElement !== this.control) this.control.replaceChildren(control);
    if (this.#turnOn) set(this.#turnOn, { "data-pending": this.view("thermostatMode").status === "pending" });
    const view = this.view(target.name);
    this.#stepper?.update(view);
    if (this.#target) write(this.#target, readingText(target, view.value));
  }

  /** A measured capability: that of the air sensor while it is current, else that of the part itself. */
  #measured(part, name) {
    const [own, sensed] = [part, this.#sensorPart()].map((one) => one && capabilityNamed(one, name));
    return sensed?.state && (!sensed.state.isStale || !own?.state) ? sensed : own ?? sensed;
  }
}

function turnOnButton(name, click) {
  const words = t("act.switch.true", { name });
  return el("button.step", { type: "button", "aria-label": words, title: words, on: { click } }, icon("power"));
}
