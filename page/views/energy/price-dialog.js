// The dialog with the prices of electricity: a list of versions, each from a date on, and a form for a new one.

import { el, icon } from "../../core/dom.js";
import { number } from "../../core/format.js";
import { t } from "../../core/text.js";
import { dateText } from "../../home/calendar.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";
import { localCurrency, typedPrice } from "./money.js";
import { tariffText } from "./price.js";

/** `begin` is the proposed first day, `zone` the time zone of the home. `changed()` is called after the gateway has
 *  stored a change. */
export function openPriceDialog({ client }, { tariffs, begin, zone, changed }) {
  return dialog(t("energy.price.title"), (close) => {
    const list = el("ul.rows");
    let known = tariffs;

    function show() {
      list.hidden = !known.length;
      list.replaceChildren(...known.toReversed().map((tariff) => row(tariff, () => remove(tariff))));
    }

    async function remove({ validFrom }) {
      const words = t("energy.price.removeHelp", { date: dayText(validFrom) });
      if (!await confirmed(t("energy.price.remove"), words, t("energy.price.removeVerb"))) return;
      try {
        known = (await client.request("DELETE", `/energy/tariffs/${validFrom}`)).tariffs;
        show();
        toast(t("energy.price.removed"));
        changed();
      } catch (error) {
        toast(problemText(error), { tone: "danger" });
      }
    }

    async function submit(values) {
      await client.request("PUT", `/energy/tariffs/${values.validFrom}`, pricesOf(values));
      close();
      toast(t("energy.price.saved"));
      changed();
    }

    show();
    return [
      el("p.muted", {}, t("energy.price.help")), list,
      form(fields(known.at(-1)?.currency ?? localCurrency(zone), begin), {
        verb: t("settings.save"), cancel: () => close(), submit,
      }),
    ];
  });
}

const codes = Intl.supportedValuesOf?.("currency") ?? [];
const dayText = (date) => dateText(date, { dateStyle: "medium" });

function row(tariff, remove) {
  const date = dayText(tariff.validFrom);
  return el("li.row", {},
    el("span.row-words", {}, el("span", {}, tariffText(tariff)), el("span.help", {}, t("energy.price.from", { date }))),
    el("button.icon-button", {
      type: "button", "aria-label": t("energy.price.removeOne", { date }), on: { click: remove },
    }, icon("trash")));
}

function fields(currency, begin) {
  const price = (name, help, more) => field({
    name, label: t(`energy.price.${name}`), help, inputmode: "decimal", autocomplete: "off", maxlength: 20,
    check: (text) => priceMistake(text, more), ...more,
  });
  const known = el("datalist", { id: "currencies" }, codes.map((code) => el("option", { value: code })));
  return [
    price("price", t("energy.price.priceHelp", { example: number(1.85, 2, 2) }), { required: true, autofocus: true }),
    field({
      name: "currency", label: t("energy.price.currency"), value: currency, maxlength: 3, list: known.id,
      autocapitalize: "characters", autocomplete: "off", spellcheck: "false", check: currencyMistake,
    }),
    known,
    price("feedIn", t("energy.price.feedInHelp")),
    field({
      name: "validFrom", label: t("energy.price.validFrom"), help: t("energy.price.validFromHelp"), type: "date", value: begin,
      min: "1970-01-01", max: "9999-12-31", check: (text) => (text ? null : t("energy.price.noDate")),
    }),
  ];
}

function priceMistake(text, { required = false } = {}) {
  if (!text.trim()) return required ? t("energy.price.noPrice") : null;
  return typedPrice(text) === null ? t("energy.price.malformed", { example: number(1.85, 2, 2) }) : null;
}

function currencyMistake(text) {
  const code = text.trim().toUpperCase();
  const isKnown = codes.length ? codes.includes(code) : /^[A-Z]{3}$/.test(code);
  return isKnown ? null : t("energy.price.noCurrency");
}

/** An empty field of `feedIn` means that this price is not known. */
function pricesOf({ currency, price, feedIn }) {
  return { currency: currency.trim().toUpperCase(), price: typedPrice(price), feedIn: typedPrice(feedIn) ?? undefined };
}
