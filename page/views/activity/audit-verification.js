// Checks whether the audit log was changed afterwards: with the verification of the gateway, and with the heads of its
// chains that this browser remembers.

import { Unreachable } from "../../core/api.js";
import { codedSentence } from "../../core/coded-sentence.js";
import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { storedIdentity, updateIdentity } from "../../core/keys.js";
import { tOrNull, t } from "../../core/text.js";
import { facts } from "../../parts/facts.js";
import { problemText } from "../../parts/problem.js";

const headText = ({ severity, sequence, hash }) => `${severity}:${sequence}:${hash}`;

/** Verifies the audit log and shows the result in one line, with the proof behind it. After a success it remembers the
 *  present heads of the chains. A problem opens the line. */
export function auditVerification({ client, session }) {
  const title = el("span");
  const sign = el("span.shield-sign");
  const words = el("div.shield-words");
  const checkButton = el("button.button", { type: "button", on: { click: () => verify() } }, t("shield.again"));
  const element = el("details.shield", {}, el("summary", {}, sign, title), words, checkButton);
  const showState = (tone, name, text, ...more) => {
    element.dataset.tone = tone;
    if (tone === "danger") element.open = true;
    sign.replaceChildren(icon(name));
    title.replaceChildren(text);
    words.replaceChildren(...more);
  };

  async function verify() {
    showState("wait", "clock", t("shield.checking"));
    try {
      const remembered = (await storedIdentity(session.identity.id))?.heads;
      const query = remembered?.heads.length ? `?heads=${remembered.heads.map(headText).join(",")}` : "";
      const chains = await client.request("GET", `/audit/verification${query}`);
      const now = await client.request("GET", "/audit/heads");
      show(chains, remembered, now);
    } catch (error) {
      const tone = error instanceof Unreachable ? "wait" : "warn";
      showState(tone, "clock", t("shield.notChecked"), el("p", {}, problemText(error)));
    }
  }

  function show(chains, remembered, now) {
    const problems = problemsOf(chains, remembered, now);
    const count = chains.reduce((sum, { entries }) => sum + entries, 0);
    if (problems.length) {
      // The remembered heads are the evidence, so newer ones must not replace them.
      showState("danger", "shield-broken", t("shield.broken"), el("div", { role: "alert" },
        el("ul.shield-problems", {}, problems.map(({ text, lang }) => el("li", { lang }, text))), el("p", {}, t("shield.brokenHelp"))),
      chainDetails(chains, remembered));
      return;
    }
    const since = remembered && moment(remembered.since ?? remembered.signedAt);
    const isTrimmed = chains.some((chain) => chain.remembered === "trimmed");
    const how = !remembered ? "shield.first" : isTrimmed ? "shield.trimmed" : "shield.holds";
    const erased = chains.reduce((sum, chain) => sum + (chain.erased ?? 0), 0);
    showState("ok", "shield", t("shield.verified", { count }), el("p", {}, t(how, { since })),
      erased ? el("p", {}, t("shield.erased", { count: erased })) : "",
      chainDetails(chains, remembered));
    remember(now, remembered);
  }

  async function remember({ heads, signedAt, publicKey }, before) {
    const values = { heads, signedAt, publicKey, since: before?.since ?? signedAt };
    await updateIdentity(session.identity.id, { heads: values });
  }

  verify();
  return element;
}

/** A sentence, as `{ text, lang }`, for each problem: those that the gateway reports, heads that do not continue the
 *  remembered ones, and a changed signing key. */
function problemsOf(chains, remembered, now) {
  const problems = chains.flatMap((chain) => chain.problems.map((problem) => problemOf(chain, problem)));
  for (const head of remembered?.heads ?? []) {
    const newer = now.heads.find(({ severity }) => severity === head.severity);
    const isOther = !newer || newer.sequence < head.sequence
      || (newer.sequence === head.sequence && newer.hash !== head.hash);
    const isSaid = chains.some((chain) => chain.severity === head.severity && chain.problems.length);
    if (isOther && !isSaid) problems.push({ text: t("shield.missing", { chain: nameOf(head) }) });
  }
  if (remembered && remembered.publicKey !== now.publicKey) problems.push({ text: t("shield.otherKey") });
  return problems;
}

/** A problem that the gateway reports, with the name of its chain. A loss that a start of the gateway found has the
 *  time at which it did. */
function problemOf(chain, problem) {
  const { foundAt, time } = problem.values;
  const { text, lang } = codedSentence("shield.problem", problem, { time: time && moment(time) });
  const found = foundAt && !lang ? t("shield.foundAt", { time: moment(foundAt) }) : "";
  return { text: [`${nameOf(chain)}: ${text}`, found].filter(Boolean).join(" "), lang };
}

const nameOf = ({ severity }) => tOrNull(`history.chain.${severity}`) ?? severity;

function chainDetails(chains, remembered) {
  return facts([
    ...chains.map((chain) => [nameOf(chain), t("shield.range", {
      count: chain.entries, first: chain.firstSequence, last: chain.lastSequence })]),
    [t("shield.remembered"), remembered && moment(remembered.signedAt)],
    ...(remembered?.heads ?? []).map((head) => [`${nameOf(head)} ${head.sequence}`, head.hash]),
  ]);
}
