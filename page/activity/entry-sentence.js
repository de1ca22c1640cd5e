// An entry of the activity as a sentence: an act of a person, or an event of a device.

import { kind, readingText } from "../core/format.js";
import { tOrNull, t } from "../core/text.js";
import { actSentence } from "./act-sentences.js";

/** "Olga unlocked Front door.", "Kitchen window was opened." `names` are the `AuditNames`. */
export const entrySentence = (entry, names) => (entry.act ? actSentence(entry, names) : eventSentence(entry, names));

function eventSentence({ device, part, capability, event, value }, names) {
  const words = { device: names.device(device, part), value: shownValue(names, { device, part, capability, value }) };
  // A contact only reports a door, and a lock that moved without a command was moved by hand.
  return (capability && tOrNull(`activity.event.${event}.${kind(capability)}`, words)) ?? t(`activity.event.${event}`, words);
}

function shownValue(names, { device, part, capability, value }) {
  if (value === undefined) return "";
  if (kind(capability) === "position" && (value <= 0 || value >= 100)) return t(value <= 0 ? "cover.closed" : "cover.open");
  return readingText(names.capability(device, part, capability) ?? { name: capability, unit: unitOf(capability) }, value);
}

/** The unit where the device is gone, and its capability with it. */
const unitOf = (capability) => (["position", "battery"].includes(kind(capability)) ? "%" : undefined);
