// Sentences of the gateway in the page's language, from their codes and values. The gateway's English is only a
// fallback.

import { tOrNull } from "./text.js";

/** The sentence as `{ text, lang }`; `lang` is null for the page's own language. `prefix` begins the keys of the
 *  messages, and `shown` are values in the form in which they are shown. */
export function codedSentence(prefix, { code, values, text }, shown = {}) {
  const own = tOrNull(`${prefix}.${code}`, { ...values, ...shown });
  return own === null ? { text, lang: "en" } : { text: own, lang: null };
}
