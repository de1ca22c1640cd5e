// Pairings with devices as text, and the codes with which devices are paired.

import { moment } from "../core/format.js";
import { language, tOrNull, t } from "../core/text.js";
import { problemText } from "../parts/problem.js";
import { withDetail } from "./command-outcome.js";

/** The printed codes of each protocol: the numbers of digits, their groups, and the text of a QR code. */
const codes = {
  homekit: { counts: [8], groups: [3, 2, 3], qrText: /^X-HM:\/\/[0-9A-Z]+$/i, example: "XXX-XX-XXX" },
  matter: { counts: [11, 21], groups: [4, 3, 4, 5, 5], qrText: /^MT:[0-9A-Z.*-]+$/i, example: "XXXX-XXX-XXXX" },
};

/** The protocol of a pairing or of a discovered device; its messages have the keys `homekit.…` and `matter.…`. */
export const protocolOf = ({ link }) => (/^(matter$|_matter)/.test(link) ? "matter" : "homekit");

/** Whether the text can be a code: as many digits as a code has, in any groups, or the text of a QR code. */
export function isPairingCode(text, protocol) {
  const { counts, qrText } = codes[protocol];
  return qrText.test(text.trim()) || (/^[\d\s-]+$/.test(text) && counts.includes(text.replace(/\D/g, "").length));
}

/** The text in the groups of a printed code, such as `XXX-XX-XXX`; the text of a QR code as it is. */
export function groupedCode(text, protocol) {
  if (/[a-z]/i.test(text)) return text.trim();
  const { counts, groups } = codes[protocol];
  const digits = text.replace(/\D/g, "").slice(0, Math.max(...counts));
  const parts = [];
  let start = 0;
  for (const length of groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + length));
    start += length;
  }
  return parts.join("-");
}

export const codeExample = (protocol) => codes[protocol].example;

/** The state of a pairing in words: `{ text, lang, tone }`. `lang` is "en" for a sentence of the gateway. */
export function pairingState({ state, trouble }) {
  if (state !== "paired") return { text: t(`pairing.state.${state}`), tone: "warn" };
  if (!trouble) return { text: t("pairing.state.connected"), tone: "ok" };
  const known = tOrNull(`pairing.trouble.${trouble.code}`);
  const since = known && trouble.since ? ` ${t("health.since", { since: moment(trouble.since) })}` : "";
  return { text: (known ?? trouble.detail) + since, lang: known || language() === "en" ? undefined : "en", tone: "warn" };
}

/** The text of an error of a request about a pairing. */
export function pairingProblem(error, protocol) {
  if (error.code === "deviceRefused") return withDetail(t("pairing.problem.deviceRefused"), error.detail);
  // The gateway may know whose code it is.
  if (error.code === "invalidCode" && protocol === "matter") return withDetail(t("matter.problem.invalidCode"), error.detail);
  return tOrNull(`${protocol}.problem.${error.code}`) ?? tOrNull(`pairing.problem.${error.code}`) ?? problemText(error);
}
