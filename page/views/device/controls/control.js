// The control for a capability. Each control is `{ element, isWide, update(view) }`: it shows the reported value, or
// while a command is pending the commanded one, marked as pending.

import { rowOf } from "../../../core/capabilities.js";
import { kind } from "../../../core/format.js";
import { colour } from "./colour.js";
import { entry } from "./entry.js";
import { level } from "./level.js";
import { options } from "./options.js";
import { stepper } from "../../../parts/stepper.js";
import { toggle } from "./toggle.js";

const mostSteps = 2000;

/** `label` is the name for screen readers, `send(value)` sends a command, and `offers(value)` is whether this person is
 *  offered to send it. */
export function control({ capability, label, send, offers }) {
  const given = { capability, label, send, offers };
  if (capability.type === "boolean") return toggle(given);
  if (capability.type === "color") return colour({ label, send });
  if (capability.type === "choice") return options(given);
  if (capability.type === "text" || !isBounded(capability)) return entry({ capability, label, send });
  if (rowOf(kind(capability))?.step) return stepper(given);
  return level({ capability, label, send });
}

/** Whether a slider fits: the range has few enough steps, or is a colour temperature in kelvins. */
const isBounded = ({ minimum, maximum, step = 1, unit }) => (maximum - minimum) / step <= mostSteps || unit === "K";
