// Batteries as text.

import { ago, quantityText } from "../../core/format.js";
import { t } from "../../core/text.js";

/** "12 %", "nearly empty", "not known". */
function levelText({ level, isWarning }) {
  if (level !== undefined) return quantityText(level, "%");
  if (isWarning === undefined) return t("maintenance.battery.notKnown");
  return t(isWarning ? "maintenance.battery.warning" : "maintenance.battery.good");
}

/** "12 % · reported 3 days ago · Hall". */
export function batteryWords(battery) {
  const { reportedAt, ageSeconds, room } = battery;
  const age = reportedAt === undefined ? t("maintenance.battery.never")
    : ageSeconds === undefined ? null : t("maintenance.battery.reported", { ago: ago(reportedAt) });
  return [levelText(battery), age, room?.name].filter(Boolean).join(" · ");
}
