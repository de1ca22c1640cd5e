// Amounts of money as text. The API states them as decimal texts, which Intl formats exactly.

import { locale } from "./text.js";

/** A price has at most this many decimals. */
export const decimals = 5;

const formatters = new Map();

/** An amount such as "1.85" in a currency such as "SEK". `options` are those of `Intl.NumberFormat`. */
export function moneyText(amount, currency, options) {
  const key = [locale(), currency, ...Object.values(options)].join();
  if (!formatters.has(key)) {
    formatters.set(key, new Intl.NumberFormat(locale(), { style: "currency", currency, ...options }));
  }
  return formatters.get(key).format(amount).replace("-", "\u2212");
}

/** The price of a kWh at all of its decimals. */
export const priceText = (amount, currency) =>
  moneyText(amount, currency, { currencyDisplay: "narrowSymbol", maximumFractionDigits: decimals });
