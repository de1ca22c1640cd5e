// A list that is empty says what to do.

import { el, icon } from "../core/dom.js";

export function empty(name, title, help, ...more) {
  return el("div.empty", {}, icon(name), el("p.empty-title", {}, title), el("p.muted", {}, help), more);
}
