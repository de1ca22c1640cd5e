// The intervals during which a state stayed the same.

import { isActive, isAlarming } from "../home/device.js";
import { sameValue } from "../core/capabilities.js";
import { length } from "./span.js";

const narrowest = 2;
const mostShares = 6;

/** `[{ start, end, value }]`, oldest first, cut to `span`; `value` is undefined when the state is not known. */
export function stateIntervals(rows, span) {
  const found = [];
  if (!rows.length || rows[0].start > span.from) {
    found.push({ start: span.from, end: Math.min(rows[0]?.start ?? span.to, span.to), value: undefined });
  }
  for (const [index, { start, value }] of rows.entries()) {
    const end = Math.min(rows[index + 1]?.start ?? span.to, span.to);
    const piece = { start: Math.max(start, span.from), end, value };
    if (piece.end <= piece.start) continue;
    const before = found.at(-1);
    if (before && before.value !== undefined && sameValue(before.value, value)) before.end = piece.end;
    else found.push(piece);
  }
  return found;
}

/** Merges neighbouring intervals that are too narrow to be visible into one with `isMixed`. */
export function mergeNarrow(pieces, span, pixels) {
  const least = length(span) * narrowest / pixels;
  const shown = [];
  for (const piece of pieces) {
    const before = shown.at(-1);
    const isNarrow = piece.end - piece.start < least;
    const isWithBefore = isNarrow && before && before.end - before.start < least;
    if (isWithBefore) Object.assign(before, { end: piece.end, isMixed: true });
    else shown.push({ ...piece });
  }
  return shown;
}

/** The total duration of each state, the longest first: `[{ value, milliseconds }]`. */
export function stateShares(rows, span) {
  const sums = new Map();
  for (const { start, end, value } of stateIntervals(rows, span)) {
    const key = JSON.stringify(value);
    const sum = sums.get(key) ?? { value, milliseconds: 0 };
    sums.set(key, { value, milliseconds: sum.milliseconds + end - start });
  }
  return [...sums.values()].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, mostShares);
}

/** The tone of a state: `danger`, `on`, `rest`, `unknown`, or a colour of its own for each option of a choice. */
export function toneOf(capability, value) {
  if (value === undefined) return "unknown";
  if (isAlarming(capability, value)) return "danger";
  if (typeof value === "boolean" || capability.options.length === 2) return isActive(capability, value) ? "on" : "rest";
  if (typeof value === "object") return "on";
  if (restingValues.has(value)) return "rest";
  return tones[Math.max(capability.options.indexOf(value), 0) % tones.length];
}

const restingValues = new Set(["off", "closed", "locked", "stopped", "docked", "disarmed"]);
const tones = ["climate", "network", "light", "safety", "energy"];
