// Errors as text: what went wrong and what to do about it.

import { NotSent, Unreachable } from "../core/api.js";
import { el, icon } from "../core/dom.js";
import { tOrNull, t } from "../core/text.js";
import { withDetail } from "../home/command-outcome.js";

/** The text of an error that a request has thrown: by the gateway's codes, else a general one with its sentence. */
export function problemText(error) {
  if (error instanceof NotSent) return t("problem.notConnected");
  if (error instanceof Unreachable || isMissingModule(error)) return t("problem.noGateway");
  if (error.retryAfter) return t("problem.tryLater", { seconds: error.retryAfter });
  return tOrNull(`problem.${error.reason}`) ?? tOrNull(`problem.${error.code}`, { count: error.triesLeft })
    ?? withDetail(t("problem.general"), error.detail || error.message);
}

/** Browsers throw a `TypeError` with a sentence of their own when a module cannot be loaded. */
const isMissingModule = (error) => error instanceof TypeError && /module/i.test(error.message);

/** A notice with the text of an error, and a button that calls `retry`. */
export function problemNotice(error, retry) {
  return el("div.notice.danger", { role: "alert" }, icon("warning"), el("p", {}, problemText(error)),
    retry && el("button.button", { type: "button", on: { click: retry } }, t("problem.again")));
}
