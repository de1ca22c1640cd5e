// What a command does, as a title: "Unlock Front door".

import { kind, readingText } from "../core/format.js";
import { t, tOrNull } from "../core/text.js";

/** The title of the command that sets `capability` of the device with this name to `value`. */
export function commandTitle(capability, value, name) {
  const words = { name, value: readingText(capability, value) };
  return tOrNull(`act.${kind(capability)}.${value}`, words) ?? t("act.set", words);
}
