// The stretches during which a state was one and the same, as wide as they are seen.

import { isActive, isAlarming } from "../home/device.js";
import { sameValue } from "../core/store.js";
import { length } from "./span.js";

const narrowest = 2;
const mostShares = 6;

/** `[{ start, end, value }]`, oldest first, cut to `span`; `value` is undefined where nobody knows. */
export function stretches(rows, span) {
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

/** What is too narrow to be seen alone becomes one stretch of many changes, `isMixed`. */
export function seen(pieces, span, pixels) {
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

/** For how long each state was, the longest first: `[{ value, milliseconds }]`. */
export function shares(rows, span) {
  const sums = new Map();
  for (const { start, end, value } of stretches(rows, span)) {
    const key = JSON.stringify(value);
    const sum = sums.get(key) ?? { value, milliseconds: 0 };
    sums.set(key, { value, milliseconds: sum.milliseconds + end - start });
  }
  return [...sums.values()].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, mostShares);
}

/** `danger`, `on`, `rest`, `unknown`, or a hue of its own for each word of a choice. */
export function toneOf(capability, value) {
  if (value === undefined) return "unknown";
  if (isAlarming(capability, value)) return "danger";
  if (typeof value === "boolean" || capability.options.length === 2) return isActive(capability, value) ? "on" : "rest";
  if (typeof value === "object") return "on";
  if (quiet.has(value)) return "rest";
  return tones[Math.max(capability.options.indexOf(value), 0) % tones.length];
}

const quiet = new Set(["off", "closed", "locked", "stopped", "docked", "disarmed"]);
const tones = ["climate", "network", "light", "safety", "energy"];
