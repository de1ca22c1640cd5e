// Shows how long ago something happened, and keeps it up to date.

import { el, write } from "../core/dom.js";
import { ago } from "../core/format.js";
import { t } from "../core/text.js";

/** "3 min ago", or the message `key` with that as its `{ago}`. */
export function age(time, key = "") {
  return el("time", { datetime: time, "data-age": key }, wordsOf(time, key));
}

/** Updates all ages within `element`. */
export function refreshAges(element) {
  for (const time of element.querySelectorAll("time[data-age]")) {
    write(time, wordsOf(time.getAttribute("datetime"), time.dataset.age));
  }
}

const wordsOf = (time, key) => (key ? t(key, { ago: ago(time) }) : ago(time));
