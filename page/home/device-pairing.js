// Pairings with devices as text, and the codes with which devices are paired.

import { language, tOrNull, t } from "../core/text.js";
import { problemText } from "../parts/problem.js";
import { withDetail } from "./command-outcome.js";

const groups = [3, 2, 3];
const digitCount = 8;
const qrText = /^X-HM:\/\/[0-9A-Z]+$/i;

/** Whether the text can be a code: eight digits in any groups, or the text of a QR code. */
export const isPairingCode = (text) =>
  qrText.test(text.trim()) || (/^[\d\s-]+$/.test(text) && text.replace(/\D/g, "").length === digitCount);

/** The text in the groups of a printed code, `XXX-XX-XXX`; the text of a QR code as it is. */
export function groupedCode(text) {
  if (/[a-z]/i.test(text)) return text.trim();
  const digits = text.replace(/\D/g, "").slice(0, digitCount);
  const parts = [];
  let start = 0;
  for (const length of groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + length));
    start += length;
  }
  return parts.join("-");
}

/** The state of a pairing in words: `{ text, lang, tone }`. `lang` is "en" for a sentence of the gateway. */
export function pairingState({ state, trouble }) {
  if (state !== "paired") return { text: t(`homekit.state.${state}`), tone: "warn" };
  if (!trouble) return { text: t("homekit.state.connected"), tone: "ok" };
  const known = tOrNull(`homekit.trouble.${trouble.code}`);
  return { text: known ?? trouble.detail, lang: known || language() === "en" ? undefined : "en", tone: "warn" };
}

/** The text of an error of a request about a pairing. */
export function pairingProblem(error) {
  if (error.code === "deviceRefused") return withDetail(t("homekit.problem.deviceRefused"), error.detail);
  return tOrNull(`homekit.problem.${error.code}`) ?? problemText(error);
}
