// Appliances and what was done to them, as text.

import { t } from "../../core/text.js";
import { dateText } from "../../home/calendar.js";
import { costText } from "../energy/money.js";

/** "Bosch SMV4HVX31E". */
export const productText = ({ maker, model }) => [maker, model].filter(Boolean).join(" ");

/** The same beside the label "Warranty": "Ends in 3 months"; an empty text when that is more than a year away. */
export function ownWarrantyText({ warranty }) {
  if (!warranty) return "";
  const { state, count } = warranty;
  if (state === "years" || (state === "months" && count >= 12)) return "";
  return state === "days" && count === 0 ? t("maintenance.ofWarranty.today") : t(`maintenance.ofWarranty.${state}`, { count });
}

/** "Warranty ends in 3 months", or "Warranty until 28 Dec 2027" when that is more than a year away; an empty text without an
 *  end. */
export function warrantyText({ warranty, warrantyEnds }) {
  if (!warranty) return "";
  const { state, count } = warranty;
  if (state === "years" || (state === "months" && count >= 12)) {
    return t("maintenance.warranty.until", { date: dateText(warrantyEnds, { dateStyle: "medium" }) });
  }
  if (state === "days" && count === 0) return t("maintenance.warranty.today");
  return t(`maintenance.warranty.${state}`, { count });
}

/** "1 249,00 SEK"; an empty text without an amount. "kr" alone may be of four countries. */
export const moneyOf = (money) => (money ? costText([money], { hasCodes: true }) : "");

/** Who did a service: "Ada, Vitvaruservice AB". */
export const doneByText = ({ doneBy, doneByName, provider }) =>
  [doneBy && (doneByName ?? t("maintenance.former")), provider].filter(Boolean).join(", ");
