// Words in the reader's language.

import { languages, messages } from "./messages.js";

let index = languages.indexOf(preferred());

function preferred() {
  const chosen = localStorage.getItem("tomte.language");
  const wishes = [chosen, ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wishes.find((tag) => languages.includes(tag)) ?? languages[0];
}

export const language = () => languages[index];

/** The locale of numbers and times: the reader's own, where it is of the language that is shown. */
export function locale() {
  return navigator.languages.find((tag) => tag.startsWith(language())) ?? language();
}

export function chooseLanguage(tag) {
  localStorage.setItem("tomte.language", tag);
  index = languages.indexOf(preferred());
  document.documentElement.lang = language();
}

/** The message `key`, with `{name}` filled in; one with forms takes that of `count`. */
export function t(key, values = {}) {
  const message = messages[key]?.[index];
  if (message === undefined) return key;
  const text = typeof message === "string" ? message : form(message, values.count ?? 0);
  return text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

/** Null where there is no such message. */
export const maybe = (key, values) => (messages[key] ? t(key, values) : null);

function shown(value) {
  return typeof value === "number" ? new Intl.NumberFormat(locale()).format(value) : String(value ?? "");
}

function form(forms, count) {
  return forms[new Intl.PluralRules(language()).select(count)] ?? forms.other;
}

/** "A, B and C". */
export function list(words) {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(words);
}
