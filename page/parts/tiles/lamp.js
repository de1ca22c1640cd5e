// The content of a lamp's tile: its level and a slider, both empty while the lamp is off.

import { kindName } from "../../core/capabilities.js";
import { reading } from "../../core/format.js";
import { capabilityNamed, mainCapability } from "../../home/device.js";
import { isToggledByTap } from "../../home/command-access.js";
import { isOffered } from "../../home/command-restriction.js";
import { shines } from "../../home/lamps.js";
import { pendingOrReported } from "../pending-value.js";
import { slider } from "../slider.js";

export class LampContent {
  #store;
  #slider = null;

  /** `send(capability, value)` sends a command; `preview(words)` shows a text instead of the value. */
  constructor(store, { part, name, view, send, preview }) {
    this.#store = store;
    this.view = view;
    const main = mainCapability(part);
    this.toggled = isToggledByTap(store, main) ? main : null;
    const level = capabilityNamed(part, "brightness");
    if (level && isOffered(store, level)) this.#slider = this.#makeSlider(part, level, { name, send, preview });
    this.control = this.#slider?.element ?? null;
  }

  /** The slider of every lamp begins at 0, which switches it off. */
  #makeSlider(part, level, { name, send, preview }) {
    const hasSwitch = capabilityNamed(part, "switch")?.isCommanded;
    return slider({
      label: `${name}: ${kindName("brightness")}`, capability: { ...level, minimum: 0 }, preview,
      send: (value) => (value < level.minimum && hasSwitch ? send("switch", false) : send(level.name, value)),
    });
  }

  /** `{ capability, text, isOn, level }` of the part now. */
  show(part) {
    const capability = mainCapability(part);
    const level = capabilityNamed(part, "brightness");
    const isOn = shines(part);
    const value = level?.state?.value;
    this.#slider?.update({ value: this.#sliderValue(isOn, value) });
    const text = isOn && typeof value === "number" ? reading(level, Math.round(value))
      : reading(capability, capability.state?.value);
    return { capability, text, isOn, level: isOn ? (value ?? 100) / 100 : 0 };
  }

  /** The level that the slider shows: the commanded one while it is pending, and 0 while the lamp is off. */
  #sliderValue(isOn, value) {
    const view = this.view("brightness");
    if (view.status === "pending") return pendingOrReported(view);
    return isOn ? value : 0;
  }
}
