// The language of the page: which one a browser shows, and its messages, which are loaded alone. The index starts this
// module before all others, so that the messages arrive together with them.

/** Every language, with its own name for itself. A language is a line here and the file `languages/<tag>.js`. */
export const languages = {
  en: "English",
  sv: "Svenska",
};

const tags = Object.keys(languages);

/** The language that was chosen in this browser, else the first one of the browser's own that the page has. */
export function preferredLanguage() {
  const chosen = localStorage.getItem("tomte.language");
  const preferences = [chosen, ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return preferences.find((tag) => tags.includes(tag)) ?? tags[0];
}

/** The messages of a language by key; rejects when they cannot be loaded. */
export const loadMessages = async (tag) => (await import(`../languages/${tag}.js`)).messages;

/** The messages of the preferred language, requested as early as possible. */
export const firstMessages = loadMessages(preferredLanguage());
