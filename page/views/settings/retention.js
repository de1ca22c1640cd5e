// The section about retention: the terms of each kind of data, the disk space that it uses, and what a shorter term
// deletes.

import { daysText } from "../../home/days.js";
import { el, write } from "../../core/dom.js";
import { bytes, day } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { exceptionsCard } from "./retention-exceptions.js";
import { runCard } from "./retention-run.js";

const most = 3650;
const mostByHour = 36_500;

/** The terms of each kind. `atLeast` marks the term of hourly roll-ups and names the term of the single values: it must
 *  not be shorter than that, and is the same when its field is empty. */
const kinds = {
  energy: [{ name: "energyDays" }, { name: "energyRollUpDays", atLeast: "energyDays" }],
  environment: [
    { name: "environmentDays" }, { name: "environmentRollUpDays", atLeast: "environmentDays" },
    { name: "presenceDays", most: 7 },
  ],
  audit: [{ name: "auditInformationalDays" }, { name: "auditWarningDays" }, { name: "auditSecurityDays" }],
};

export async function open(context) {
  const element = el("div.cards");
  const show = async () => {
    const retention = await context.client.request("GET", "/retention");
    element.replaceChildren(termsForm(context, retention, show), exceptionsCard(context, retention, show),
      runCard(context, retention, show));
  };
  await show();
  return { element };
}

function termsForm({ client, withStepUp }, { terms: stored, disk = [], presence }, show) {
  const terms = { ...stored, presenceDays: presence?.days };
  const losing = () => lossesOf(terms, values(), disk, { isPresenceLimited: presence?.isLimited });
  const fields = new Map();
  const values = () => Object.fromEntries([...fields].map(([name, { input }]) => [name, input.value.trim()])
    .filter(([, text]) => text).map(([name, text]) => [name, Number(text)]));
  const cards = Object.entries(kinds).flatMap(([kind, own]) => [
    el("h3", {}, t(`settings.keep.${kind}`)),
    el("p.help.term-help", {}, t(`settings.keep.${kind}Help`), " ", cost(disk, kind)),
    kind === "environment" && el("p.help.term-help", {},
      t(presence?.isLimited ? "settings.presenceLimited" : "settings.presenceKept"), " ",
      el("a", { href: address("settings", "privacy") }, t("settings.privacy"))),
    ...own.map((term) => {
      const item = termField(term, terms[term.name], () => values());
      fields.set(term.name, item);
      return item;
    }),
  ]);
  const losses = el("div.losses", { role: "status" });
  const element = form([...cards, losses], {
    verb: t("settings.save"),
    submit: async () => {
      const lost = losing();
      if (lost.length && !await confirmed(t("settings.keepLess"), lost.join(" "), t("settings.keepLessVerb"))) return;
      if (!await withStepUp(() => client.request("PUT", "/retention", values()), t("settings.keepTitle"))) return;
      toast(t("settings.saved"));
      await show();
    },
  });
  element.addEventListener("input", () => write(losses, losing().join(" ")));
  element.classList.add("terms");
  return el("section.card", {}, element);
}

/** The field of a term. The term as text is shown next to the number of days. */
function termField({ name, atLeast, most: ownMost = most }, value, values) {
  const bound = atLeast ? mostByHour : ownMost;
  const words = el("output.term-words");
  const wrong = (text) => {
    if (atLeast && !text.trim()) return null;
    const days = Number(text);
    const isBound = Number.isInteger(days) && days >= 1 && days <= bound;
    if (!isBound) return t("settings.termBounds", { most: bound, words: daysText(bound) });
    return atLeast && days < values()[atLeast] ? t("settings.termLonger") : null;
  };
  const item = field({
    name, label: t(`settings.term.${name}`), value: value === undefined ? "" : String(value), check: wrong,
    type: "number", inputmode: "numeric", min: 1, max: bound, step: 1,
  });
  const updateWords = () => {
    const text = item.input.value.trim();
    const meaning = wrong(text) ? "" : ` · ${daysText(Number(text))}`;
    write(words, text || !atLeast ? `${t("settings.days", { count: Number(text) })}${meaning}` : t("settings.asLong"));
  };
  item.input.addEventListener("input", updateWords);
  words.htmlFor = item.input.id;
  item.input.after(words);
  item.element.classList.add("term");
  updateWords();
  return item;
}

function cost(disk, kind) {
  const own = disk.find((each) => each.kind === kind);
  if (!own) return "";
  return own.oldest ? t("settings.cost", { size: bytes(own.bytes), day: day(own.oldest) }) : t("settings.costNothing");
}

/** A sentence for each term that is shorter than before, about the data that it deletes. */
function lossesOf(before, after, disk, { isPresenceLimited, now = Date.now() }) {
  return Object.entries(kinds).flatMap(([kind, own]) => own.map(({ name, atLeast }) => {
    const least = (terms) => terms[name] ?? terms[atLeast];
    const days = least(after);
    const follows = atLeast && !after[name] && !before[name];
    if (follows || !(days > 0) || days >= least(before)) return null;
    const isPresence = name === "presenceDays";
    // With the consent, the term of presence deletes nothing.
    if (isPresence && !isPresenceLimited) return null;
    const edge = now - days * 86_400_000;
    const stored = disk.find((each) => each.kind === kind);
    const oldest = stored?.oldest && Date.parse(stored.oldest);
    const what = t(`settings.what.${name}`);
    if (stored && !(oldest < edge) && !isPresence) return t("settings.losesNothing", { what });
    // An estimate that assumes the same amount of data each day; hourly roll-ups are small and not counted.
    const size = !atLeast && !isPresence && oldest && bytes(stored.bytes * (edge - oldest) / (now - oldest));
    return t(size && kind !== "audit" ? "settings.losesAbout" : "settings.loses", { what, day: day(edge), size });
  })).filter(Boolean);
}
