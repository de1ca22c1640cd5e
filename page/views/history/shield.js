// Whether the record was changed afterwards: what the gateway proves, and what this browser remembers of it.

import { Unreachable } from "../../core/api.js";
import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { change, identity } from "../../core/keys.js";
import { maybe, t } from "../../core/text.js";
import { details } from "../../parts/facts.js";
import { problemText } from "../../parts/problem.js";

const headText = ({ severity, sequence, hash }) => `${severity}:${sequence}:${hash}`;

/** Verifies, shows it in its element, and then remembers where the record ends now. */
export function shield({ client, session }) {
  const sign = el("div.shield-sign");
  const words = el("div.shield-words");
  const again = el("button.button", { type: "button", on: { click: () => verify() } }, t("shield.again"));
  const element = el("section.shield", { "aria-labelledby": "shield-title" }, sign, words, again);
  const say = (tone, name, title, ...more) => {
    element.dataset.tone = tone;
    sign.replaceChildren(icon(name));
    words.replaceChildren(el("h2", { id: "shield-title" }, title), ...more);
  };

  async function verify() {
    say("wait", "clock", t("shield.checking"));
    try {
      const remembered = (await identity(session.identity.id))?.heads;
      const query = remembered?.heads.length ? `?heads=${remembered.heads.map(headText).join(",")}` : "";
      const chains = await client.ask("GET", `/audit/verification${query}`);
      const now = await client.ask("GET", "/audit/heads");
      show(chains, remembered, now);
    } catch (error) {
      const tone = error instanceof Unreachable ? "wait" : "warn";
      say(tone, "clock", t("shield.notChecked"), el("p", {}, problemText(error)));
    }
  }

  function show(chains, remembered, now) {
    const problems = problemsOf(chains, remembered, now);
    const count = chains.reduce((sum, { entries }) => sum + entries, 0);
    if (problems.length) {
      // What was remembered is the evidence: nothing newer takes its place.
      say("danger", "shield-broken", t("shield.broken"), el("div", { role: "alert" },
        el("ul.shield-problems", {}, problems.map((text) => el("li", {}, text))), el("p", {}, t("shield.brokenHelp"))),
      chainDetails(chains, remembered));
      return;
    }
    const since = remembered && moment(remembered.since ?? remembered.signedAt);
    const isTrimmed = chains.some((chain) => chain.remembered === "trimmed");
    const how = !remembered ? "shield.first" : isTrimmed ? "shield.trimmed" : "shield.holds";
    say("ok", "shield", t("shield.verified", { count }), el("p", {}, t(how, { since })),
      chainDetails(chains, remembered));
    remember(now, remembered);
  }

  async function remember({ heads, signedAt, publicKey }, before) {
    await change(session.identity.id, { heads: { heads, signedAt, publicKey, since: before?.since ?? signedAt } });
  }

  verify();
  return element;
}

/** A sentence for everything that does not hold: what the gateway says, and where its heads do not go on from ours. */
function problemsOf(chains, remembered, now) {
  const problems = chains.flatMap((chain) => chain.problems.map((text) => `${nameOf(chain)}: ${text}`));
  for (const head of remembered?.heads ?? []) {
    const newer = now.heads.find(({ severity }) => severity === head.severity);
    const isOther = !newer || newer.sequence < head.sequence
      || (newer.sequence === head.sequence && newer.hash !== head.hash);
    const isSaid = chains.some((chain) => chain.severity === head.severity && chain.problems.length);
    if (isOther && !isSaid) problems.push(t("shield.missing", { chain: nameOf(head) }));
  }
  if (remembered && remembered.publicKey !== now.publicKey) problems.push(t("shield.otherKey"));
  return problems;
}

const nameOf = ({ severity }) => maybe(`history.chain.${severity}`) ?? severity;

function chainDetails(chains, remembered) {
  return details([
    ...chains.map((chain) => [nameOf(chain), t("shield.range", {
      count: chain.entries, first: chain.firstSequence, last: chain.lastSequence })]),
    [t("shield.remembered"), remembered && moment(remembered.signedAt)],
    ...(remembered?.heads ?? []).map((head) => [`${nameOf(head)} ${head.sequence}`, head.hash]),
  ]);
}
