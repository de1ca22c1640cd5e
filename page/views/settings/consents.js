// The cards of the consents of the home: the text of each, whether it is given, and the two answers of an owner.

import { el, write } from "../../core/dom.js";
import { day, moment } from "../../core/format.js";
import { t, tOrNull } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** `{ element, close }`. `onChange` is called after an answer of this page. */
export async function consentCards(context, { onChange = () => {} } = {}) {
  const element = el("div.cards");
  let shown = "";
  const show = (consents) => {
    // Unchanged cards stay, so that the focus is not lost when something else of the home changes.
    const now = JSON.stringify(consents);
    if (now === shown) return;
    shown = now;
    element.replaceChildren(...consents.map((consent) => consentCard(context, consent, refresh)));
  };
  const read = async () => show(await context.client.request("GET", "/privacy/consents"));
  const refresh = async () => {
    await Promise.all([read(), context.store.readHome()]);
    await onChange();
  };
  await read();
  // Another owner may answer, and the deletion after a withdrawal may end later.
  const stop = context.store.on("home", () => read().catch(() => {}));
  return { element, close: stop };
}

/** The text of a consent in the page's language; in English when the page does not know this version. */
export function consentText({ id, version, text }) {
  const own = tOrNull(`consent.text.${id}.${version}`);
  return el("p", { lang: own ? null : "en" }, own ?? text);
}

export const consentName = ({ id, title }) => tOrNull(`consent.name.${id}`) ?? title;

function consentCard(context, consent, refresh) {
  const state = el("p.setting-name", { role: "status" });
  write(state, stateText(consent));
  return el("section.card", {}, el("h3", {}, consentName(consent)), state, consentText(consent),
    el("p.help", {}, t("consent.version", { version: consent.version, day: day(consent.textDate) })),
    consent.isDeletionPending && el("p.help", {}, t("consent.deleting")),
    consent.mayAnswer && consentAnswers(context, consent, refresh));
}

/** "Allowed since 3 Nov 2026 by Olga." */
function stateText({ state, answer, awaitsAnswer }) {
  const key = state === "given" && awaitsAnswer ? "outdated" : state === "notGiven" && answer ? "ended" : state;
  const time = answer ? moment(answer.time) : "";
  const who = answer?.person ?? (answer?.isFromConsole ? t("consent.console") : "");
  return [t(`consent.state.${key}`, { time }), who && t("consent.by", { who })].filter(Boolean).join(" ");
}

/** The buttons of the answers that differ from the present one; both look the same while no owner has answered. */
export function consentAnswers(context, consent, done) {
  const button = (verb, act) => el("button.button", { type: "button", on: { click: act } }, t(verb));
  const keeps = consent.id === "presenceHistory";
  // Until the first answer there may be an older history, which stays or not.
  const giveVerb = keeps && consent.awaitsAnswer ? "consent.keep" : "consent.allow";
  const give = button(giveVerb, () => answer(context, done, () => giveConsent(context, consent)));
  const end = button(keeps ? "consent.limit" : "consent.end", () => answer(context, done, () => withdrawConsent(context, consent)));
  const isOpen = consent.awaitsAnswer;
  return el("div.actions", {}, (isOpen || consent.state !== "given") && give, (isOpen || consent.state === "given") && end);
}

async function answer(context, done, act) {
  try {
    if (await act()) await done();
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
  }
}

async function giveConsent({ client, withStepUp }, consent) {
  const given = await withStepUp(
    () => client.request("PUT", `/privacy/consents/${consent.id}`, { version: consent.version }), consentName(consent));
  if (given) toast(t("consent.given", { name: consentName(consent) }));
  return given;
}

/** Says first what will be deleted, and afterwards how much was. */
async function withdrawConsent({ client, withStepUp }, consent) {
  if (!await confirmed(consentName(consent), lossText(consent), t(consent.loss?.records ? "consent.endVerb" : "consent.end"))) return null;
  const ended = await withStepUp(
    () => client.request("DELETE", `/privacy/consents/${consent.id}`, undefined, { milliseconds: withdrawalMilliseconds }),
    consentName(consent));
  if (!ended) return null;
  const { deleted } = ended;
  if (deleted === undefined) toast(t("consent.deletesLater"));
  else toast(deleted ? t("consent.deleted", { count: deleted }) : t("consent.nothingDeleted"));
  return ended;
}

/** A deletion of years of changes takes longer than other requests. */
const withdrawalMilliseconds = 600_000;

function lossText({ id, loss }) {
  const { records = 0, oldest, heldSeries = 0 } = loss ?? {};
  const what = records ? t(`consent.loss.${id}`, { count: records }) : t(`consent.lossNothing.${id}`);
  return [what, oldest && t("consent.since", { day: day(oldest) }),
    heldSeries > 0 && t("consent.held", { count: heldSeries })].filter(Boolean).join(" ");
}
