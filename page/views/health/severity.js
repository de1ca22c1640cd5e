// How grave something is: a shape of its own and a word, so that no colour has to say it.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";

/** `ok`, `notice`, `warning` or `failing`. */
export function severity(grade) {
  return el("span.severity", { "data-grade": grade },
    el("span.severity-shape", { "aria-hidden": "true" }), t(`health.grade.${grade}`));
}
