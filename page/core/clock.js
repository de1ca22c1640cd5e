// The time at the gateway: ages and deadlines follow its clock, because the clock of this device may be wrong.

/** Smaller differences come from the header, which has whole seconds, and from the transfer time. */
const toleranceMilliseconds = 5000;

let offset = 0;

/** The gateway's time in milliseconds since 1970. */
export const now = () => Date.now() + offset;

/** Sets the offset from `date`, the `Date` header of a response that has just arrived. */
export function updateClockOffset(date) {
  const difference = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  offset = Math.abs(difference) > toleranceMilliseconds ? difference : 0;
}
