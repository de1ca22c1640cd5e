// Retention terms as text.

import { locale } from "../core/text.js";

const inUnit = (count, unit) => new Intl.NumberFormat(locale(), {
  style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1,
}).format(count).replace(" ", "\u00a0");

/** `730` is "2 years", `90` is "3 months", `45` is "45 days". */
export function daysText(days) {
  if (days >= 365) return inUnit(days / 365, "year");
  return days >= 60 && days % 30 === 0 ? inUnit(days / 30, "month") : inUnit(days, "day");
}
