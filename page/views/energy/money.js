// Amounts of money. The API states them as decimal texts; they are added as whole numbers of 1/100,000 of the
// currency's unit, never as floating point numbers. A cost is `{ currency, amount, isPartial }`, a list has one for
// each currency.

import { decimals, moneyText } from "../../core/money.js";

/** "1.85" as 185000n; null for a text that is no decimal. */
function wholeOf(text) {
  const found = /^(-?)(\d+)(?:\.(\d{1,5}))?$/.exec(text ?? "");
  if (!found) return null;
  const [, sign, units, fraction = ""] = found;
  const whole = BigInt(units + fraction.padEnd(decimals, "0"));
  return sign ? -whole : whole;
}

/** 185000n as "1.85000". */
function decimalOf(whole) {
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, "0");
  return `${whole < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The sum of several lists of costs; an empty list when there are none. */
export function sumCosts(lists) {
  const groups = Map.groupBy(lists.flatMap((list) => list ?? []), ({ currency }) => currency);
  return [...groups].map(([currency, own]) => ({
    currency, amount: decimalOf(own.reduce((sum, { amount }) => sum + (wholeOf(amount) ?? 0n), 0n)),
    isPartial: own.some((cost) => cost.isPartial),
  }));
}

/** The costs or revenues (`name`) of the rows of each bucket. */
export function costsBy(rows, buckets, keyOf, name) {
  const groups = Map.groupBy(rows, (row) => keyOf(Date.parse(row.start)));
  return buckets.map(({ key }) => sumCosts((groups.get(key) ?? []).map((row) => row[name])));
}

const currenciesOf = (lists) => [...new Set(lists.flatMap((list) => list ?? []).map(({ currency }) => currency))];

/** The titles of the columns of a CSV file for these lists of costs: one column for each currency. */
export const costTitles = (lists, title) => currenciesOf(lists).map((currency) => `${title} (${currency})`);

/** The cells of one of `lists` in these columns, as exact decimals. */
export const costCells = (lists, list) =>
  currenciesOf(lists).map((currency) => list?.find((cost) => cost.currency === currency)?.amount ?? null);

/** "12.30 kr", with "*" when the price of a part is not known; an empty text for an empty list. The codes of the currencies,
 *  as the terminal has them, with `hasCodes` or for several currencies. */
export function costText(list, { hasCodes = false } = {}) {
  const display = hasCodes || (list ?? []).length > 1 ? "code" : "narrowSymbol";
  return (list ?? []).map(({ currency, amount, isPartial }) =>
    `${moneyText(amount, currency, { currencyDisplay: display, roundingMode: "halfEven" })}${isPartial ? "*" : ""}`).join(" + ");
}

/** A typed price as the API states it: "1,85" is "1.85"; null when it is none. */
export function typedPrice(text) {
  const plain = text.replace(/[\s\u00a0]/g, "").replace(",", ".").replace("\u2212", "-");
  return /^-?\d{1,7}(\.\d{1,5})?$/.test(plain) ? plain : null;
}

const currenciesOfZones = {
  "Europe/Stockholm": "SEK", "Europe/Oslo": "NOK", "Europe/Copenhagen": "DKK", "Atlantic/Reykjavik": "ISK",
  "Europe/London": "GBP", "Europe/Zurich": "CHF", "Europe/Warsaw": "PLN", "Europe/Prague": "CZK", "Europe/Budapest": "HUF",
  "Europe/Bucharest": "RON", "Asia/Tokyo": "JPY", "Pacific/Auckland": "NZD",
};
const currenciesOfRegions = { US: "USD", CA: "CAD", AU: "AUD", NZ: "NZD", JP: "JPY", GB: "GBP", CH: "CHF" };

/** The currency of the home's time zone if that says it, else of the browser's region. */
export function localCurrency(zone) {
  const region = new Intl.Locale(navigator.language).maximize().region;
  return currenciesOfZones[zone] ?? (zone.startsWith("Europe/") ? "EUR" : currenciesOfRegions[region] ?? "EUR");
}
