// The language of the page: which one a browser shows, and its messages, which are loaded alone. The index starts this
// module before all others, so that the messages arrive together with them.

import { preferences } from "./preferences.js";

/** Every language, with its own name for itself. A language is a line here and the file `languages/<tag>.js`. */
export const languages = {
  en: "English",
  sv: "Svenska",
};

/** The languages that have the messages of the first view in a file of their own too, `languages/first/<tag>.js`. It is
 *  six times smaller, so the first view does not wait for the messages of all others. They also have words for the search. */
const split = ["en", "sv"];

const tags = Object.keys(languages);

/** The language that this person prefers, else the first one of the browser's own, of those that the page has. */
export function preferredLanguage() {
  const preferred = [preferences().language, ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return preferred.find((tag) => tags.includes(tag)) ?? tags[0];
}

/** All messages of a language by key; rejects when they cannot be loaded. */
export const loadMessages = async (tag) => (await import(`../languages/${tag}.js`)).messages;

/** The messages of the first view; all of them for a language that is not split. */
export const loadFirstMessages = async (tag) =>
  (split.includes(tag) ? (await import(`../languages/first/${tag}.js`)).messages : loadMessages(tag));

/** Further words for the search by the keys of its entries, in `languages/search/<tag>.js`; none for a language without them. */
export const loadSearchWords = async (tag) =>
  (split.includes(tag) ? (await import(`../languages/search/${tag}.js`)).words : {});

/** The messages of the first view in the preferred language, requested as early as possible. */
export const firstMessages = loadFirstMessages(preferredLanguage());
