// Values, units and times in the notation of this person's locale.

import { decimalsOf, valueText } from "./capabilities.js";
import { now as gatewayNow } from "./clock.js";
import { usesFahrenheit } from "./preferences.js";
import { language, locale, tOrNull, t } from "./text.js";

const formatters = new Map();

function formatter(most, least = 0) {
  const key = `${locale()}/${most}/${least}`;
  if (!formatters.has(key)) {
    formatters.set(key, new Intl.NumberFormat(locale(), {
      maximumFractionDigits: most, minimumFractionDigits: least, signDisplay: "negative",
    }));
  }
  return formatters.get(key);
}

/** A number with at most `most` and at least `least` decimals. Intl writes a hyphen for a minus in some languages. */
export const number = (value, most = 1, least = 0) => formatter(most, least).format(value).replace("-", "\u2212");

/** A number with its unit. A no-break space keeps them on one line. */
export const withUnit = (parts) => parts.filter(Boolean).join("\u00a0");

/** How a quantity of `unit` is shown: the shown unit, the conversion to it and back, and its factor. */
export function scale(unit) {
  if (unit === "°C" && usesFahrenheit()) {
    return { unit: "°F", shown: (value) => value * 1.8 + 32, canonical: (value) => (value - 32) / 1.8, factor: 1.8 };
  }
  return { unit: unit ?? "", shown: (value) => value, canonical: (value) => value, factor: 1 };
}

/** A number as `[numerals, unit]`: `["21.4", "°C"]`. From 10,000 W on the unit is kW. */
export function quantity(value, unit) {
  if (unit === "W" && Math.abs(value) >= 10_000) return [number(value / 1000, 1, 1), "kW"];
  if (unit === "W" && Math.abs(value) < 10) return [number(value, 1), "W"];
  if (unit === "kWh" && Math.abs(value) >= 100) return [number(value, 0), "kWh"];
  if (unit === "B" || unit === "bit/s") return prefixed(value, unit);
  const { unit: shownUnit, shown } = scale(unit);
  const most = decimalsOf(unit) ?? (Math.abs(value) < 10 ? 2 : 1);
  const fewest = unit === "°C" ? 1 : 0;
  return [number(shown(value), most, fewest), shownUnit];
}

/** `["1.5", "MB"]`, with decimal prefixes: each is a thousand times the one before. */
function prefixed(value, unit) {
  const power = Math.min(Math.floor(Math.log10(Math.max(Math.abs(value), 1)) / 3), prefixes.length - 1);
  return [number(value / 1000 ** power, power ? 1 : 0), prefixes[power] + unit];
}

const prefixes = ["", "k", "M", "G", "T"];

const durationUnits = [["d", 86_400], ["h", 3600], ["min", 60], ["s", 1]];

/** `["3.5", "h"]`: a number of seconds in the largest unit of which it has at least one. */
function durationParts(value) {
  const [unit, size] = durationUnits.find(([, seconds]) => Math.abs(value) >= seconds) ?? durationUnits.at(-1);
  return [number(value / size, 1), unit];
}

/** A duration in its two largest units, rounded to the smaller one: "23 h 44 min". So several durations add up. */
export function durationText(seconds) {
  const first = durationUnits.findIndex(([, size]) => seconds >= size);
  const [large, small] = durationUnits.slice(first < 0 ? -1 : first).concat([null]);
  const smallest = small?.[1] ?? 1;
  const rounded = Math.round(seconds / smallest) * smallest;
  // The rounding may complete a larger unit: 59.9 min is 1 h.
  if (first > 0 && rounded >= durationUnits[first - 1][1]) return durationText(rounded);
  const counts = [[Math.floor(rounded / large[1]), large[0]], [Math.round(rounded % large[1] / smallest), small?.[0]]];
  return counts.filter(([count], index) => !index || (small && count))
    .map(([count, unit]) => withUnit([number(count, 0), unit])).join(" ");
}

/** A quantity as text: "21.4 °C". */
export const quantityText = (value, unit) => withUnit(quantity(value, unit));

/** A value of a capability as `[numerals or word, unit]`. */
export function reading(capability, value) {
  if (value === undefined || value === null) return ["–", ""];
  if (typeof value === "number" && kind(capability) === "duration") return durationParts(value);
  if (typeof value === "number") return quantity(flowName(capability) ? Math.abs(value) : value, capability.unit);
  if (typeof value === "boolean") return [booleanWord(kind(capability), value), ""];
  if (typeof value === "object") return [`${number(value.hue, 0)}° ${number(value.saturation, 0)}\u00a0%`, ""];
  return [valueText(kind(capability), value) ?? tOrNull(`value.${value}`) ?? value, ""];
}

/** A value of a capability as text: "21.4 °C", "on", "350 W charging". */
export const readingText = (capability, value) =>
  [withUnit(reading(capability, value)), flowText(capability, value)].filter(Boolean).join(" ");

const flows = { charge: ["battery", -1], discharge: ["battery", 1], gridImport: ["grid", 1], gridExport: ["grid", -1] };

/** What has the power: a battery or the grid, which words describe instead of a sign; undefined for anything else. */
const flowName = (capability) => (kind(capability) === "power" ? flows[capability.flow]?.[0] : undefined);

/** The direction of the power of a battery or of the grid: "charging", "exporting"; null for anything else. */
export function flowText(capability, value) {
  if (!flowName(capability) || typeof value !== "number") return null;
  const [name, sign] = flows[capability.flow];
  return t(`energy.${name}.${["takes", "rests", "gives"][Math.sign(Math.round(value)) * sign + 1]}`);
}

/** The kind of a capability, or of its name: `number` for `number.water-level`. */
export const kind = (capability) => (capability.name ?? capability).split(".")[0];

function booleanWord(kind, value) {
  return valueText(kind, value) ?? t(value ? "value.on" : "value.off");
}

const relative = new Map();

/** "3 min ago", "in 2 days"; "now" within 10 s. Compares with the gateway's clock. The short Swedish form would be the
 *  colloquial "för 3 min sen". */
export function ago(time, now = gatewayNow()) {
  const seconds = (new Date(time) - now) / 1000;
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  if (unit === "second" && Math.abs(seconds) < 10) return t("time.now");
  if (!relative.has(locale())) {
    relative.set(locale(), new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" }));
  }
  return relative.get(locale()).format(Math.trunc(seconds / size), unit)
    .replace(/(\d) /, "$1\u00a0").replace(/ sen$/, " sedan");
}

const steps = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** A date and time; a time of today without the date. */
export function moment(time, now = new Date()) {
  const date = new Date(time);
  const isToday = date.toDateString() === now.toDateString();
  return when(date, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

export const clock = (time) => when(time, { timeStyle: "short" });
export const day = (time) => when(time, { dateStyle: "medium" });

/** A moment in the format of `Intl.DateTimeFormat` options, in the page's locale. */
export function when(time, options) {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(time));
}

/** A number of bytes as text: "1.5 MB". */
export const bytes = (count) => quantityText(count, "B");

/** Hexadecimal digits in groups of four, for comparing by eye. */
export const fingerprint = (hex) => (hex.toUpperCase().match(/.{1,4}/g) ?? []).join(" ");

/** Compares two items by name, in the order of the page's language. */
export const byName = (a, b) => new Intl.Collator(language(), { numeric: true }).compare(a.name, b.name);
