// Texts in the language of the page.

import { localeOf } from "./preferences.js";
import { firstMessages, loadMessages, preferredLanguage } from "./language.js";

let tag = preferredLanguage();
let messages = await firstMessages;

export const language = () => tag;

/** The locale of numbers and times; see `localeOf`. */
export const locale = () => localeOf(tag);

/** Resolves to a module that shows messages that the first view does not have, when they are loaded too. */
export async function withAllMessages(loading) {
  const loaded = tag;
  const [module, all] = await Promise.all([loading, loadMessages(loaded)]);
  if (loaded === tag) messages = all;
  return module;
}

/** Loads the texts of the preferred language if the page has another one. */
export async function loadPreferredLanguage() {
  const preferred = preferredLanguage();
  if (preferred === tag) return;
  const loaded = await loadMessages(preferred);
  // Another language may have been chosen meanwhile.
  if (preferred !== preferredLanguage()) return loadPreferredLanguage();
  messages = loaded;
  tag = preferred;
  document.documentElement.lang = tag;
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

/** Words that stand alone, with a capital at their beginning: "Locked", "Öppen". Texts for the middle of a sentence
 *  have none. The rules for capitals are those of the language. */
export const capitalised = (words) => words && words[0].toLocaleUpperCase(tag) + words.slice(1);

/** "A, B and C". */
export function list(words) {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(words);
}
