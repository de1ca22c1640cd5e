// The content of every other tile: a plug, a lock, a meter, a sensor. It has no control of its own.

import { kind, reading } from "../../core/format.js";
import { isToggledByTap } from "../../home/command-access.js";
import { appearance, mainCapability } from "../../home/device.js";
import { isOpenOrUnlocked } from "../../home/openings.js";
import { displayedReading, otherReadings } from "../tile-text.js";

export class PlainContent {
  control = null;

  constructor(store, { part, view }) {
    this.view = view;
    const main = mainCapability(part);
    this.toggled = isToggledByTap(store, part, main) ? main : null;
  }

  /** `{ capability, text, facts, picture, isOn, isAttention }` of the part now. */
  show(part) {
    const capability = mainCapability(part);
    const shown = displayedReading(part, capability, this.view(capability.name));
    const isUnlocked = kind(capability) === "lock" && capability.state?.value === "unlocked";
    return {
      capability, shown, text: reading(shown.capability, shown.value),
      facts: otherReadings(part, shown.capability),
      picture: isUnlocked ? "unlock" : appearance(part).icon, isOn: false, isAttention: isOpenOrUnlocked(part),
    };
  }
}
