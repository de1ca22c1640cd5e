// The reason of a decision about a person as text, from the code and the values of the gateway. Its English sentence is
// only a fallback.

import { list, t, tOrNull } from "../../core/text.js";
import { homeTime, homeWeekday } from "../../home/home-time.js";
import { grantSentence } from "./grant-text.js";

/** Paragraphs as `{ text, lang }`, where `lang` is null for the page's own language. */
export function whyText({ code, values, rest, needsPIN, reason }, person, store) {
  const own = reasonTexts(code, values, person, store);
  if (!own) return [{ text: reason, lang: "en" }];
  const others = rest && reasonTexts(rest.code, rest.values, person, store);
  return [
    ...own, needsPIN && code !== "stepUpNeeded" && t("people.because.partlyPIN"),
    ...(others ? [t("people.because.rest"), ...others] : []),
  ].filter(Boolean).map((text) => ({ text, lang: null }));
}

/** Null for a code that the page does not know. */
function reasonTexts(code, values, { name }, store) {
  const { role, roles = [], grant, conditional = [] } = values;
  switch (code) {
  case "role": return [t("people.because.role", { role: t(`people.role.${role}`) })];
  case "grant": return [t("people.becauseGrant"), grantSentence(grant, store)];
  case "denied": return [t("people.becauseDeny"), grantSentence(grant, store, { isDeny: true })];
  case "clockUnknown": return [t("people.because.clockUnknown"), grantSentence(grant, store)];
  case "notPermitted": return [t("people.because.notPermitted", { name })];
  case "onlyRoles":
    return [t("people.because.onlyRoles", { roles: list(roles.map((one) => t(`people.role.${one}`))) })];
  case "grantNotInEffect":
    return [t("people.idleGrant"), ...conditional.map((one) => conditionalText(one, values, store))];
  case "partOfHome":
    return [t("people.because.partOfHome"), ...conditional.map((one) => conditionalText(one, values, store))];
  default: {
    const text = tOrNull(`people.because.${code}`) ?? tOrNull(`problem.${code}`);
    return text && [text];
  }
  }
}

/** "Can control Front door on Tuesdays 08–18. Now it’s Sunday 16:49. Next: Tue 24 Nov 08:00." */
function conditionalText({ grant, cause, nextStart }, { time }, store) {
  const { home } = store;
  return [
    grantSentence(grant, store),
    cause && tOrNull(`people.because.${cause}`, { now: time && homeWeekday(time, home) }),
    nextStart && t("rights.next", { time: homeTime(nextStart, home) }),
  ].filter(Boolean).join(" ");
}
