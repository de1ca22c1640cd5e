// The outcome of a command as text. The gateway's codes decide the words; its English sentences are only a fallback.

import { quantityText, readingText } from "../core/format.js";
import { language, tOrNull, t } from "../core/text.js";

/** Outcomes that say too little without the sentence of the gateway. */
const vagueCodes = ["failed", "invalid", "refused"];

/** "No response in time.", "Stopped at 43 %." The record of a command has its `outcome`, and usually a `code`. */
export function outcomeText({ outcome, code, detail, reported }, capability) {
  if (!outcome) return t("outcome.ended.pending");
  // A number without a unit is the position of a part that moves.
  const isPosition = typeof reported === "number" && !capability.unit;
  const value = isPosition ? quantityText(reported, "%") : reported === undefined ? "" : readingText(capability, reported);
  const values = { value };
  const known = code && !vagueCodes.includes(code) &&
    (tOrNull(`outcome.ended.${code}`, values) ?? tOrNull(`problem.${code}`));
  return known || withDetail(tOrNull(`outcome.ended.${outcome}`, values) ?? outcome, detail);
}

/** A general text in the page's language, and the gateway's English sentence, which alone is enough in English. */
export function withDetail(text, detail) {
  if (!detail) return text;
  return language() === "en" ? detail : `${text} ${detail}`;
}
