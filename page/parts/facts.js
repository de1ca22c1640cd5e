// Names and values of what lies one tap deeper.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";

/** `[name, value]` pairs; those without a value are left out. */
export function facts(pairs) {
  return el("dl.facts", {}, pairs.filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
}

/** The same, folded away. */
export function details(pairs, ...more) {
  return el("details.details", {}, el("summary", {}, t("facts.details")), facts(pairs), more);
}
