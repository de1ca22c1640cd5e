// The severity of a finding: a shape and a word, so that it does not depend on colour alone.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";

/** `grade` is `ok`, `notice`, `warning` or `failing`. */
export function severity(grade) {
  return el("span.severity", { "data-grade": grade },
    el("span.severity-shape", { "aria-hidden": "true" }), t(`health.grade.${grade}`));
}
