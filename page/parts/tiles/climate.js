// The content of a climate tile: the measured temperature, the target with its stepper, and the air of the room. The
// thermostat and the air sensor of a room share one tile.

import { reading, readingText } from "../../core/format.js";
import { capabilityNamed, mainCapability } from "../../home/device.js";
import { isOffered } from "../../home/command-restriction.js";
import { el, write } from "../../core/dom.js";
import { stepper } from "../stepper.js";

const air = ["humidity", "co2"];

export class ClimateContent {
  #stepper = null;
  #target = null;
  #sensorPart;
  toggled = null;

  /** `sensorPart()` is the part of the air sensor, if the tile has one. */
  constructor(store, { part, name, view, send, sensorPart }) {
    this.view = view;
    this.#sensorPart = sensorPart;
    const target = capabilityNamed(part, "targetTemperature");
    if (target && isOffered(store, target)) {
      this.#stepper = stepper({ label: name, capability: target, send: (value) => send(target.name, value) });
    } else if (target) {
      this.#target = el("p.step-target");
    }
    this.control = this.#stepper?.element ?? this.#target;
  }

  /** `{ capability, shown, text, facts, isOn }` of the part now. */
  show(part) {
    const measured = this.#measured(part, "temperature");
    const target = capabilityNamed(part, "targetTemperature");
    const mode = capabilityNamed(part, "thermostatMode")?.state?.value;
    if (target) this.#showTarget(target);
    const rest = air.map((name) => this.#measured(part, name)).filter((c) => c?.state && c !== measured);
    const facts = [mode === "off" && readingText(capabilityNamed(part, "thermostatMode"), mode),
      ...rest.map((c) => readingText(c, c.state.value))].filter(Boolean).join(" · ");
    const capability = target ?? measured ?? mainCapability(part);
    const shown = measured ?? capability;
    return {
      capability, shown: { capability: shown, ...shown.state }, text: reading(shown, shown.state?.value), facts, isOn: false,
    };
  }

  #showTarget(target) {
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
