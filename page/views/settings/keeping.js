// How long what is kept, what that costs, and what a shorter term would delete.

import { daysText } from "../../home/days.js";
import { el, write } from "../../core/dom.js";
import { bytes, day } from "../../core/format.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { exceptionsCard } from "./exceptions.js";
import { runCard } from "./run.js";

const most = 3650;
const mostByHour = 36_500;

/** Of each kind its terms; `isLonger` is of hours, which are kept as long as their values when nothing is said. */
const kinds = {
  energy: [{ name: "energyDays" }, { name: "energyRollUpDays", isLonger: "energyDays" }],
  environment: [{ name: "environmentDays" }, { name: "environmentRollUpDays", isLonger: "environmentDays" }],
  audit: [{ name: "auditInformationalDays" }, { name: "auditWarningDays" }, { name: "auditSecurityDays" }],
};

export async function open(context) {
  const element = el("div.cards");
  const show = async () => {
    const retention = await context.client.ask("GET", "/retention");
    element.replaceChildren(termsForm(context, retention, show), exceptionsCard(context, retention, show),
      runCard(context, retention, show));
  };
  await show();
  return { element };
}

function termsForm({ client, acting }, { terms, disk = [] }, show) {
  const fields = new Map();
  const values = () => Object.fromEntries([...fields].map(([name, { input }]) => [name, input.value.trim()])
    .filter(([, text]) => text).map(([name, text]) => [name, Number(text)]));
  const cards = Object.entries(kinds).flatMap(([kind, own]) => [
    el("h3", {}, t(`settings.keep.${kind}`)),
    el("p.help.term-help", {}, t(`settings.keep.${kind}Help`), " ", cost(disk, kind)),
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
      const lost = lossesOf(terms, values(), disk);
      if (lost.length && !await confirmed(t("settings.keepLess"), lost.join(" "), t("settings.keepLessVerb"))) return;
      if (!await acting(() => client.ask("PUT", "/retention", values()))) return;
      toast(t("settings.saved"));
      await show();
    },
  });
  element.addEventListener("input", () => write(losses, lossesOf(terms, values(), disk).join(" ")));
  element.classList.add("terms");
  return el("section.card", {}, element);
}

/** Its words stand beside the days while someone types. */
function termField({ name, isLonger }, value, values) {
  const bound = isLonger ? mostByHour : most;
  const words = el("output.term-words");
  const wrong = (text) => {
    if (isLonger && !text.trim()) return null;
    const days = Number(text);
    const isBound = Number.isInteger(days) && days >= 1 && days <= bound;
    if (!isBound) return t("settings.termBounds", { most: bound, words: daysText(bound) });
    return isLonger && days < values()[isLonger] ? t("settings.termLonger") : null;
  };
  const item = field({
    name, label: t(`settings.term.${name}`), value: value === undefined ? "" : String(value), check: wrong,
    type: "number", inputmode: "numeric", min: 1, max: bound, step: 1,
  });
  const say = () => {
    const text = item.input.value.trim();
    const meaning = wrong(text) ? "" : ` · ${daysText(Number(text))}`;
    write(words, text || !isLonger ? `${t("settings.days")}${meaning}` : t("settings.asLong"));
  };
  item.input.addEventListener("input", say);
  words.htmlFor = item.input.id;
  item.input.after(words);
  item.element.classList.add("term");
  say();
  return item;
}

function cost(disk, kind) {
  const own = disk.find((each) => each.kind === kind);
  if (!own) return "";
  return own.oldest ? t("settings.cost", { size: bytes(own.bytes), day: day(own.oldest) }) : t("settings.costNothing");
}

/** What shorter terms delete, a sentence each. */
function lossesOf(before, after, disk, now = Date.now()) {
  return Object.entries(kinds).flatMap(([kind, own]) => own.map(({ name, isLonger }) => {
    const least = (terms) => terms[name] ?? terms[isLonger];
    const days = least(after);
    const follows = isLonger && !after[name] && !before[name];
    if (follows || !(days > 0) || days >= least(before)) return null;
    const edge = now - days * 86_400_000;
    const stored = disk.find((each) => each.kind === kind);
    const oldest = stored?.oldest && Date.parse(stored.oldest);
    const what = t(`settings.what.${name}`);
    if (stored && !(oldest < edge)) return t("settings.losesNothing", { what });
    // As if as much were stored each day; hours take little.
    const size = !isLonger && oldest && bytes(stored.bytes * (edge - oldest) / (now - oldest));
    return t(size && kind !== "audit" ? "settings.losesAbout" : "settings.loses", { what, day: day(edge), size });
  })).filter(Boolean);
}
