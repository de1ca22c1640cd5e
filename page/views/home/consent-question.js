// The question about a consent that an owner has not answered: a section of the home view, until it is answered or put
// off in this browser. Both answers look the same.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { problemNotice } from "../../parts/problem.js";
import { consentAnswers, consentName, consentText } from "../settings/consents.js";

/** `done` is called when the question is answered or put off. */
export async function consentQuestion(context, id, done) {
  const { client, session, store } = context;
  const consents = await client.request("GET", "/privacy/consents");
  const consent = consents.find((one) => one.id === id && one.awaitsAnswer && one.mayAnswer);
  if (!consent) return null;
  const later = async () => {
    await session.remember({ postponedConsents: { ...session.identity.postponedConsents, [id]: consent.version } });
    done();
  };
  const answers = consentAnswers(context, consent, () => store.readHome().catch((error) => element.append(problemNotice(error))));
  answers.append(el("button.button.plain", { type: "button", on: { click: later } }, t("consent.later")));
  const element = el("section.card.consent-question", { "aria-labelledby": "consent-question" },
    el("h2", { id: "consent-question" }, consentName(consent)),
    el("p.setting-name", {}, `${t(`consent.question.${id}`)} ${t("consent.untilAnswered")}`), consentText(consent), answers);
  return element;
}
