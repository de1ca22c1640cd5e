// The history of one capability, read with a resolution that fits the number of pixels.

import { Problem } from "../core/api.js";
import { rowOf } from "../core/capabilities.js";
import { kind } from "../core/format.js";
import { day, hour, length } from "./span.js";

const pixelsOfBar = 8;
const shortestBar = hour / 12;

/** How the history of a capability is shown: `line` (a quantity), `counter`, `steps` (a number of which changes are
 *  stored), `spans` (a state), `moments` (a button); null when it has no history. */
export function seriesKind(capability) {
  const { kind: name, recording, isCounter } = rowOf(kind(capability)) ?? {};
  if (recording === "none") return null;
  if (name === "button") return "moments";
  if (capability.type !== "number") return "spans";
  if (isCounter) return "counter";
  return recording === "changes" ? "steps" : "line";
}

/** Reads `{ seriesKind, rows, isRaw }`, oldest first. Rows of a line are `{ start, end, low, mean, high }`, of a
 *  counter `{ start, end, amount }`, of the others `{ start, value }`. Throws `Problem` and `Unreachable`. */
export async function readSeries(client, { device, part, capability }, span, pixels, signal) {
  const ask = (more) => request(client, device, { part, quantity: capability.name, ...more }, signal);
  const ownKind = seriesKind(capability);
  if (ownKind === "line") return { seriesKind: ownKind, ...await readLine(ask, span, pixels) };
  if (ownKind === "counter") return { seriesKind: ownKind, isRaw: false, rows: await readCounter(ask, span, pixels) };
  const rows = await readChanges(ask, span);
  return { seriesKind: ownKind, isRaw: true, rows: ownKind === "steps" ? thinned(rows, span, pixels) : rows };
}

async function request(client, device, { from, to, ...more }, signal) {
  const query = new URLSearchParams({ ...more, from: rfc(from), to: rfc(to) });
  const response = await client.send("GET", `/devices/${device}/readings?${query}`, { signal });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(response.status, body);
  return body;
}

const rfc = (time) => new Date(time).toISOString();

async function readLine(ask, span, pixels) {
  if (length(span) <= 2 * day) {
    const { readings } = await ask({ ...span, resolution: "raw", points: Math.max(Math.round(pixels), 2) });
    // Single readings may have been deleted already while their hourly roll-ups are still kept.
    if (readings.length) return { isRaw: true, rows: readings.map(pointOf) };
  }
  const rollUps = await readRollUps(ask, span, length(span) / hour <= pixels ? hour : day);
  const rows = rollUps.map(({ rollUp, start, end }) => ({
    start, end, low: rollUp.minimum, mean: rollUp.mean, high: rollUp.maximum, weight: rollUp.coverageMilliseconds || 1,
  }));
  return { isRaw: false, rows: grouped(rows, Math.ceil(rows.length / pixels)).map(together) };
}

/** The row of a single reading. */
export const pointOf = ({ time, value }) => {
  const start = Date.parse(time);
  return { start, end: start, low: value, mean: value, high: value };
};

async function readRollUps(ask, span, step) {
  const { rollUps } = await ask({ ...span, resolution: step === hour ? "hour" : "day" });
  return rollUps.map((rollUp) => {
    const start = Date.parse(rollUp.start);
    return { rollUp, start, end: start + step };
  });
}

function* chunks(rows, size) { for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size); }

const grouped = (rows, size) => (size < 2 ? rows.map((row) => [row]) : [...chunks(rows, size)]);

function together(rows) {
  if (rows.length === 1) return rows[0];
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  return {
    start: rows[0].start, end: rows.at(-1).end, weight,
    low: Math.min(...rows.map((row) => row.low)), high: Math.max(...rows.map((row) => row.high)),
    mean: rows.reduce((sum, row) => sum + row.mean * row.weight, 0) / weight,
  };
}

// MARK: Counters

/** Bars of five minutes, an hour, a day, a week or a month: the shortest that fit in the width. */
async function readCounter(ask, span, pixels) {
  const most = pixels / pixelsOfBar;
  if (length(span) / shortestBar <= most && length(span) <= 12 * hour) {
    const { readings } = await ask({ ...span, resolution: "raw", points: 10_000 });
    if (readings.length) return bars(steps(readings), (time) => time - time % shortestBar, shortestBar);
  }
  const step = length(span) / hour <= most ? hour : day;
  const rollUps = await readRollUps(ask, span, step);
  const rows = rollUps.map(({ rollUp, start, end }) => ({ start, end, amount: rollUp.increase }));
  if (length(span) / day <= most) return rows;
  return length(span) / (7 * day) <= most ? bars(rows, startOfWeek) : bars(rows, startOfMonth);
}

/** The increase from each reading to the next; after a reset to zero it is the reading itself. */
function steps(readings) {
  return readings.slice(1).map(({ time, value }, index) => {
    const start = Date.parse(time);
    const grown = value - readings[index].value;
    return { start, end: start, amount: grown < 0 ? value : grown };
  });
}

function bars(rows, startOf, long = 0) {
  const sums = new Map();
  for (const { start, end, amount } of rows) {
    const key = startOf(start);
    const bar = sums.get(key) ?? { start: key, end: key + long, amount: 0 };
    sums.set(key, { start: key, end: Math.max(bar.end, end), amount: bar.amount + amount });
  }
  return [...sums.values()];
}

function startOfWeek(time) {
  const date = new Date(time);
  date.setHours(0, 0, 0, 0);
  return date.setDate(date.getDate() - (date.getDay() + 6) % 7);
}

function startOfMonth(time) {
  const date = new Date(time);
  date.setHours(0, 0, 0, 0);
  return date.setDate(1);
}

// MARK: States

async function readChanges(ask, span) {
  const rows = (await ask(span)).changes.map(changeOf);
  const gap = (rows[0]?.start ?? span.to) - span.from;
  const before = gap > length(span) / 50 ? await stateBefore(ask, span.from) : null;
  return before ? [before, ...rows] : rows;
}

const changeOf = ({ time, value }) => ({ start: Date.parse(time), value });

/** The state at the start of the chart: the last change before it, which may be long ago. */
async function stateBefore(ask, from) {
  for (const reach of [day, 30 * day, 730 * day]) {
    const { changes } = await ask({ from: from - reach, to: from });
    if (changes.length) return changeOf(changes.at(-1));
  }
  return null;
}

/** The first, lowest, highest and last value of each bucket: the same drawing with at most as many points as pixels. */
function thinned(rows, span, pixels) {
  if (rows.length <= pixels) return rows;
  const wide = length(span) * 4 / pixels;
  const buckets = Map.groupBy(rows, ({ start }) => Math.floor((start - span.from) / wide));
  return [...buckets.values()].flatMap((bucket) => {
    const sorted = bucket.toSorted((a, b) => a.value - b.value);
    return [...new Set([bucket[0], sorted[0], sorted.at(-1), bucket.at(-1)])].sort((a, b) => a.start - b.start);
  });
}
