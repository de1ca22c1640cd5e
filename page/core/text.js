// Texts in the language of the page.

import { firstMessages, loadMessages, preferredLanguage } from "./language.js";

let tag = preferredLanguage();
let messages = await firstMessages;

export const language = () => tag;

/** The locale of numbers and times: the browser's own if it belongs to the page's language, else the language. */
export function locale() {
  return navigator.languages.find((known) => known.startsWith(tag)) ?? tag;
}

/** Loads another language, makes it the language of the page, and stores it in this browser. */
export async function chooseLanguage(chosen) {
  messages = await loadMessages(chosen);
  tag = chosen;
  localStorage.setItem("tomte.language", chosen);
  document.documentElement.lang = chosen;
}

/** The message `key` with its placeholders `{name}` replaced by `values`; a message with plural forms uses the one of
 *  `values.count`. Returns the key when there is no such message. */
export function t(key, values = {}) {
  const message = messages[key];
  if (message === undefined) return key;
  const text = typeof message === "string" ? message : pluralForm(message, values.count ?? 0);
  return text.replace(/\{(\w+)\}/g, (_, name) => formatted(values[name]));
}

/** The message `key`; null when there is no such message. */
export const tOrNull = (key, values) => (messages[key] ? t(key, values) : null);

function formatted(value) {
  return typeof value === "number" ? new Intl.NumberFormat(locale()).format(value) : String(value ?? "");
}

function pluralForm(forms, count) {
  return forms[new Intl.PluralRules(language()).select(count)] ?? forms.other;
}

/** "A, B and C". */
export function list(words) {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(words);
}
