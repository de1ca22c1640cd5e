// The control that fits a capability. Each is `{ element, isWide, update(view) }`: what it shows is what the device
// reports, or while a command is under way what was wished, which is marked as a wish.

import { kind } from "../../../core/format.js";
import { colour } from "./colour.js";
import { entry } from "./entry.js";
import { level } from "./level.js";
import { options } from "./options.js";
import { stepper } from "../../../parts/stepper.js";
import { toggle } from "./toggle.js";

const mostSteps = 2000;

/** `label` names it, `send(value)` tells the device. */
export function control(capability, label, send) {
  const name = kind(capability);
  if (capability.type === "boolean") return toggle({ capability, label, send });
  if (capability.type === "color") return colour({ label, send });
  if (capability.type === "choice") return options({ capability, label, send });
  if (capability.type === "text" || !isBounded(capability)) return entry({ capability, label, send });
  if (["targetTemperature", "targetHumidity"].includes(name)) return stepper({ capability, label, send });
  return level({ capability, label, send });
}

/** Few enough steps for a slider; kelvins are always. */
const isBounded = ({ minimum, maximum, step = 1, unit }) => (maximum - minimum) / step <= mostSteps || unit === "K";
