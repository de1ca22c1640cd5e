// A list that is empty says what to do.

import { el, icon } from "../core/dom.js";

export function empty(name, title, help, ...more) {
  return el("div.empty", {}, icon(name), el("p.empty-title", {}, title), el("p.muted", {}, help), more);
}

/** A view that is not this person's: nothing of it was asked for. */
export function closed(name, title, help) {
  return el("section", {}, el("h1", {}, title), el("div.empty", {}, icon(name), el("p.muted", {}, help)));
}
