// The content of a tile without a control: a plug, a meter, a sensor. A tap opens the device, because only a lamp is
// switched by a tap.

import { kind, reading } from "../../core/format.js";
import { t } from "../../core/text.js";
import { airProblemOf } from "../../home/air-quality.js";
import { appearance, mainCapability } from "../../home/device.js";
import { isOpenOrUnlocked } from "../../home/openings.js";
import { displayedReading, otherReadings } from "../tile-text.js";

export class PlainContent {
  control = null;
  toggled = null;

  constructor(_, { device, view }) {
    this.device = device;
    this.view = view;
  }

  /** `{ capability, text, facts, picture, air, isOn, isAttention }` of the part now. */
  show(part) {
    const capability = mainCapability(part);
    const shown = displayedReading(part, capability, this.view(capability.name));
    const isUnlocked = kind(capability) === "lock" && capability.state?.value === "unlocked";
    const problem = airProblemOf(this.device, part);
    return {
      capability, shown, text: reading(shown.capability, shown.value), air: problem?.level,
      facts: [problem && t(problem.key), otherReadings(part, shown.capability)].filter(Boolean).join(" · "),
      picture: isUnlocked ? "unlock" : appearance(part, this.device.name).icon, isOn: false, isAttention: isOpenOrUnlocked(part),
    };
  }
}
