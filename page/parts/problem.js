// What went wrong, in words, and what to do about it.

import { Unreachable } from "../core/api.js";
import { el, icon } from "../core/dom.js";
import { maybe, t } from "../core/text.js";

export function problemText(error) {
  if (error instanceof Unreachable) return t("problem.unreachable");
  if (error.retryAfter) return t("problem.throttled", { seconds: error.retryAfter });
  return maybe(`problem.${error.code}`) ?? (error.detail || error.message || t("problem.unknown"));
}

/** A notice with the words of a problem, and a button to try again. */
export function problemNotice(error, again) {
  return el("div.notice.danger", { role: "alert" }, icon("warning"), el("p", {}, problemText(error)),
    again && el("button.button", { type: "button", on: { click: again } }, t("problem.again")));
}
