// The catalogue of capabilities: icon, colour, words and number format of each kind. It is a table of the gateway,
// which `GET /api/v1/capabilities` returns as well.

import { language, tOrNull } from "./text.js";

/** One row for each kind, in the order in which a tile prefers them. The gateway replaces the placeholder by its
 *  rows. */
const rows = ["/capabilities/"];

const kinds = rows.map(({ kind }) => kind);
const rowByKind = new Map(rows.map((row) => [row.kind, row]));
const values = rows.flatMap((row) => row.values);
const wordsByOption = new Map(values.filter(({ value }) => typeof value === "string").map((words) => [words.value, words]));
const decimalsByUnit = new Map(rows.filter(({ decimals }) => decimals !== undefined).map((row) => [row.unit, row.decimals]));

/** The row of a kind; undefined for an unknown kind. */
export const rowOf = (kind) => rowByKind.get(kind);

/** The position of a kind in the order in which a tile prefers them; negative for an unknown kind. */
export const preference = (kind) => kinds.indexOf(kind);

/** A text of the catalogue. A language that the catalogue does not have brings the text in its own file, by `key`. */
const textOf = (texts, key) => texts && (texts[language()] ?? tOrNull(key) ?? texts.en);

/** "Target temperature"; undefined for an unknown kind. */
export const kindName = (kind) => textOf(rowOf(kind)?.name, `kind.${kind}`);

/** The plural of a kind in a sentence: "locks"; undefined for a kind without one. */
export const kindPlural = (kind) => textOf(rowOf(kind)?.plural, `kind.${kind}.plural`);

/** The decimals of numbers in `unit`; undefined when they depend on the number. */
export const decimalsOf = (unit) => decimalsByUnit.get(unit);

const wordsOf = (kind, value) => rowOf(kind)?.values.find((words) => words.value === value);

/** The word for a value: "water!", "locked". An option that a device defines itself has the word of the option with the
 *  same name of another kind; undefined when there is none. */
export const valueText = (kind, value) =>
  textOf((wordsOf(kind, value) ?? wordsByOption.get(value))?.text, `kind.${kind}.${value}`);

/** What has happened, for a value that is an alarm: "jammed"; undefined for any other value. */
export const alarmText = (kind, value) => textOf(wordsOf(kind, value)?.alarm, `kind.${kind}.${value}.alarm`);

/** The label of the command to an option: "Unlock"; undefined when it has none. */
export const commandText = (kind, option) => textOf(wordsOf(kind, option)?.command, `kind.${kind}.${option}.command`);

/** Whether only the device itself enters this state, so that no command can name it. */
export function isOnlyReported(kind, option) {
  const words = wordsOf(kind, option);
  return words !== undefined && !words.command;
}

/** Whether two values of a capability are equal; colours are objects. */
export function sameValue(a, b) {
  return a === b || (typeof a === "object" && typeof b === "object" && a.hue === b.hue && a.saturation === b.saturation);
}
