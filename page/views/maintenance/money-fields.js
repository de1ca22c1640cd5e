// Fields for an amount of money and its currency, and what else the forms about appliances have in common.

import { el, icon, write } from "../../core/dom.js";
import { byName, number } from "../../core/format.js";
import { locale, t, tOrNull } from "../../core/text.js";
import { photoTypes } from "../../parts/attachments.js";
import { choice, field } from "../../parts/form.js";
import { problemText } from "../../parts/problem.js";
import { localCurrency } from "../energy/money.js";

/** A text of a field; undefined for an empty one, which is not sent. */
export const given = (text) => text.trim() || undefined;

/** The text of a refusal in these forms. Some codes mean something else in each field. */
export const maintenanceProblem = (error) => tOrNull(`maintenance.problem.${error.code}.${error.field}`)
  ?? tOrNull(`maintenance.problem.${error.code}`) ?? problemText(error);

/** The photographs of a service: they are the `files` of its `input`, and are added when the gateway has stored the service. */
export function photosField() {
  const control = el("input", { type: "file", accept: photoTypes, multiple: true, hidden: true });
  const made = field({ name: "photos", label: t("attachments.photos"), control });
  const names = el("p.help", { role: "status" });
  control.addEventListener("change", () => write(names, [...control.files].map(({ name }) => name).join(", ")));
  control.after(el("div", {}, el("button.button", { type: "button", on: { click: () => control.click() } },
    icon("plus"), t("attachments.addPhoto"))), names);
  return made;
}

/** Who did a service. `entry` is the one that is shown at first; it may name a person who has left. */
export async function doneByField({ client, store }, entry) {
  const people = store.may("managePeople") ? await client.request("GET", "/people").catch(() => []) : [];
  const known = people.filter(({ role }) => role !== "service").toSorted(byName).map(({ id, name }) => [id, name]);
  const isKnown = !entry?.doneBy || known.some(([id]) => id === entry.doneBy);
  const { person } = store.home;
  const name = entry?.doneByName ?? (person?.id === entry?.doneBy ? person?.name : null) ?? t("maintenance.former");
  return choice({
    name: "doneBy", label: t("maintenance.doneBy"), value: entry?.doneBy ?? "",
    options: [["", t("maintenance.noPerson")], ...known, ...isKnown ? [] : [[entry.doneBy, name]]],
  });
}

/** Two fields, `name` for the amount and `nameCurrency`. `money` is what they show at first. */
export function moneyFields(store, { name, label, money }) {
  const local = localCurrency(store.home.timeZone);
  const shown = money ? plainAmount(money.amount) : "";
  const isAmount = (text) => typedAmount(text) !== null && (text === shown || !isAmbiguous(text));
  return [
    field({
      name, label, value: shown, inputmode: "decimal", autocomplete: "off", maxlength: 20,
      check: (text) => (!text.trim() || isAmount(text) ? null
        : t("maintenance.problem.price", { example: plainAmount("1249.50") })),
    }),
    field({
      name: `${name}Currency`, label: t("maintenance.currency"), value: money?.currency ?? local,
      maxlength: 3, autocapitalize: "characters", autocomplete: "off", spellcheck: "false",
      check: (text) => (currencyOf(text, local) ? null : t("energy.price.noCurrency")),
    }),
  ];
}

/** The amount of both fields as the API states it; undefined for an empty one. */
export function moneyOfForm(store, values, name) {
  const amount = typedAmount(values[name]);
  return amount === null ? undefined : { amount, currency: currencyOf(values[`${name}Currency`], localCurrency(store.home.timeZone)) };
}

/** The currencies whose signs people type. Of those with the same sign, that of the home is meant. */
const signed = ["SEK", "NOK", "DKK", "ISK", "EUR", "GBP", "USD", "CZK", "PLN", "JPY"];

/** The code of a typed currency: "sek", "kr", "€"; null when it is none. */
function currencyOf(typed, local) {
  const text = typed.trim();
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  const signOf = (currency) => new Intl.NumberFormat(locale(), { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0).find(({ type }) => type === "currency").value;
  const sign = text.replace(/\.$/, "").toLocaleLowerCase();
  return [local, ...signed].find((currency) => signOf(currency).replace(/\.$/, "").toLocaleLowerCase() === sign) ?? null;
}

/** A typed amount as the API states it: "249,50" is "249.50"; null when it is none. */
function typedAmount(text) {
  const plain = text.replace(/[\s\u00a0]/g, "").replace(",", ".");
  return /^\d{1,9}(\.\d{1,5})?$/.test(plain) ? plain : null;
}

/** Whether a person may have meant a thousand: "1,249". */
const isAmbiguous = (text) => /[.,]\d{3}$/.test(text.trim());

/** "1249.50" as people type it: "1249,50" in Swedish, and "249" for "249.00". */
const plainAmount = (amount) => amount.replace(/\.00$/, "").replace(".", number(0.5, 1, 1).replace(/\d/g, ""));
