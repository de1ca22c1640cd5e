// The price of a kWh below the sums: for those who may change it a button, which opens the dialog with all prices.

import { el } from "../../core/dom.js";
import { priceText } from "../../core/money.js";
import { t } from "../../core/text.js";

/** `open()` opens the dialog. `show(tariffs, date)` shows the price that applies on a day. */
export function priceLine(store, open) {
  const element = el("div.energy-price");

  function show(tariffs, date) {
    const tariff = tariffs.filter(({ validFrom }) => validFrom <= date).at(-1);
    const without = tariffs.length ? "energy.price.notThen" : "energy.price.set";
    const words = tariff ? t("energy.price.now", { text: tariffText(tariff) }) : t(without);
    if (!store.may("modifySettings")) return element.replaceChildren(tariff ? el("p.muted", {}, words) : "");
    // The button stays, so that it keeps the focus after the dialog.
    if (!element.querySelector("button")) {
      element.replaceChildren(el("button.button.quiet", { type: "button", "aria-haspopup": "dialog", on: { click: open } }));
    }
    element.firstChild.textContent = words;
  }

  return { element, show };
}

/** "1.85 kr per kWh, 0.60 kr for exported". */
export function tariffText({ currency, price, feedIn }) {
  const text = t("energy.price.perUnit", { price: priceText(price, currency) });
  return feedIn ? t("energy.price.withFeedIn", { text, price: priceText(feedIn, currency) }) : text;
}
