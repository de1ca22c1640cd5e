// The time span that a chart shows, `{ from, to }` in milliseconds since 1970; it never ends after now.

const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const ranges = { hour, day, week: 7 * day, month: 30 * day, year: 365 * day, twoYears: 730 * day };
const shortest = 5 * minute;

export const length = ({ from, to }) => to - from;

/** The span of the last `milliseconds`. */
export const last = (milliseconds, now = Date.now()) => ({ from: now - milliseconds, to: now });

/** A span `factor` times as long; the moment at `share` of its length stays in its place. */
export function zoomed(span, factor, share, now = Date.now()) {
  const long = Math.min(Math.max(length(span) * factor, shortest), ranges.twoYears);
  return bounded(span.from + length(span) * share - long * share, long, now);
}

/** The span moved forward by `share` of its length; back when negative. */
export const moved = (span, share, now = Date.now()) => bounded(span.from + length(span) * share, length(span), now);

function bounded(from, long, now) {
  const first = Math.min(Math.max(from, now - ranges.twoYears), now - long);
  return { from: first, to: first + long };
}
