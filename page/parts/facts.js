// Lists of names and values for details.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";

/** A description list of `[name, value]` pairs, whose values are texts or elements; pairs without a value are left
 *  out. */
export function facts(pairs) {
  return el("dl.facts", {}, pairs.filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value instanceof Node ? value : String(value)))));
}

/** The same list inside a `details` element, which is closed at first. */
export function details(pairs, ...more) {
  return el("details.details", {}, el("summary", {}, t("facts.details")), facts(pairs), more);
}
