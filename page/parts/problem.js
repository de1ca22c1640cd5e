// Errors as text: what went wrong and what to do about it.

import { Unreachable } from "../core/api.js";
import { el, icon } from "../core/dom.js";
import { tOrNull, t } from "../core/text.js";

/** The text of an error that a request has thrown. */
export function problemText(error) {
  if (error instanceof Unreachable) return t("problem.unreachable");
  if (error.retryAfter) return t("problem.throttled", { seconds: error.retryAfter });
  return tOrNull(`problem.${error.code}`) ?? (error.detail || error.message || t("problem.unknown"));
}

/** A notice with the text of an error, and a button that calls `retry`. */
export function problemNotice(error, retry) {
  return el("div.notice.danger", { role: "alert" }, icon("warning"), el("p", {}, problemText(error)),
    retry && el("button.button", { type: "button", on: { click: retry } }, t("problem.again")));
}
