// Messages in place of a list or a view.

import { el, icon } from "../core/dom.js";

/** Shown in place of an empty list: says that it is empty and what to do. */
export function emptyState(name, title, help, ...more) {
  return el("div.empty", {}, icon(name), el("p.empty-title", {}, title), el("p.muted", {}, help), more);
}

/** Shown in place of a view that this person has no permission for. The view requests nothing from the gateway. */
export function accessDenied(name, title, help) {
  return el("section", {}, el("h1", {}, title), el("div.empty", {}, icon(name), el("p.muted", {}, help)));
}
