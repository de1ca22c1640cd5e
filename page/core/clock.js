// What time it is at the gateway: ages and deadlines are told by its clock, however this device's own is set.

/** A second of the header and some of the way are no difference. */
const toleratedMilliseconds = 5000;

let ahead = 0;

/** Milliseconds since 1970. */
export const now = () => Date.now() + ahead;

/** `date` is the header of an answer that just came. */
export function hearTime(date) {
  const difference = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  ahead = Math.abs(difference) > toleratedMilliseconds ? difference : 0;
}
