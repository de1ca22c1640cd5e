// A change of the price of electricity as a sentence.

import { when } from "../core/format.js";
import { priceText } from "../core/money.js";
import { list, t } from "../core/text.js";

/** Null for an entry of an earlier version of the gateway, which does not name the prices. */
export function tariffSentence({ metadata }, words) {
  const changes = ["Price", "FeedIn"].flatMap((name) => changeOf(metadata, name));
  if (!metadata.validFrom || !changes.length) return null;
  const date = when(`${metadata.validFrom}T12:00:00Z`, { dateStyle: "medium", timeZone: "UTC" });
  return t("history.tariff", { ...words, date, changes: list(changes) });
}

/** "1.50 kr → 1.85 kr per kWh"; empty when the price stays. */
function changeOf(metadata, name) {
  const [before, after] = ["old", "new"].map((age) => {
    const [amount, currency] = [metadata[age + name], metadata[`${age}Currency`]];
    return amount && currency ? priceText(amount, currency) : t("history.tariff.none");
  });
  return before === after ? [] : [t(`history.tariff.${name}`, { before, after })];
}
