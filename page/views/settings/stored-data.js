// The list of every kind of data that the home stores: what, why, how guarded, for how long, who sees it, and how much.

import { el } from "../../core/dom.js";
import { bytes } from "../../core/format.js";
import { language, t, tOrNull } from "../../core/text.js";
import { daysText } from "../../home/days.js";
import { facts } from "../../parts/facts.js";

/** Whom data is about, in the order in which people look for it. */
const subjects = ["person", "household", "noPerson"];

/** `kinds` are those of `GET /privacy`. */
export function storedDataCard({ kinds }) {
  const groups = subjects.map((subject) => [subject, kinds.filter((kind) => kind.subject === subject)])
    .filter(([, own]) => own.length);
  return el("section.card.stored-data", {}, el("h3", {}, t("privacy.list")), el("p.muted", {}, t("privacy.listHelp")),
    groups.map(([subject, own]) => el("details.fold", { open: subject === "person" || null },
      el("summary", {}, t(`privacy.subject.${subject}`), el("span.muted.numerals", {}, String(own.length))),
      el("ul.rows", {}, own.map(row)))));
}

function row(kind) {
  const title = translated(kind, "title");
  return el("li.stored-kind", { "data-kind": kind.id }, el("details.fold", {},
    el("summary", {}, el("span.row-words", {},
      el("span.setting-name", { lang: title.lang }, title.text),
      el("span.help", {}, [t(`privacy.class.${kind.dataClass}`), keptText(kind.kept), amountText(kind)]
        .filter(Boolean).join(" · ")))),
    facts([
      [t("privacy.what"), sentence(kind, "what")], [t("privacy.why"), sentence(kind, "purpose")],
      [t("privacy.kept"), keptText(kind.kept)],
      [t("privacy.readers"), readersText(kind.readers)], [t("privacy.class"), t(`privacy.classHelp.${kind.dataClass}`)],
      [t("privacy.logs"), t(`privacy.logs.${kind.logs}`)], [t("privacy.storage"), storageText(kind)],
      [t("privacy.since"), sinceText(kind.since)], [t("privacy.now"), amountText(kind)],
      [t("privacy.places"), places(kind)],
    ])));
}

/** A text about a kind in the page's language; the gateway's English for a kind that the page does not know. */
function translated(kind, part) {
  const text = tOrNull(`privacy.kind.${kind.id}.${part}`);
  return text ? { text, lang: null } : { text: kind[part], lang: language() === "en" ? null : "en" };
}

function sentence(kind, part) {
  const { text, lang } = translated(kind, part);
  return el("span", { lang }, text);
}

function keptText({ rule, days, terms = [] }) {
  if (rule === "days") return daysText(days);
  if (rule !== "retention") return t(`privacy.kept.${rule}`);
  const all = terms.map((term) => term.days);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? daysText(least)
    : t("privacy.kept.between", { least: daysText(least), most: daysText(most) });
}

const readersText = ({ who, permission }) =>
  t(`privacy.readers.${who}`, { may: permission ? t(`people.permission.${permission}`) : "" });

const storageText = ({ storage, plainReason }) =>
  t(plainReason ? `privacy.plain.${plainReason}` : `privacy.storage.${storage}`);

const sinceText = ({ databaseVersion, release }) => (release
  ? t("privacy.sinceRelease", { release }) : t("privacy.sinceDatabase", { version: databaseVersion }));

/** Nothing for a person who may not know the amounts. */
function amountText({ rows, bytes: size, isAtLeast }) {
  if (size === undefined) return null;
  if (!size && !rows && !isAtLeast) return t("privacy.nothingNow");
  const words = [rows !== undefined && t("privacy.rows", { count: rows }), bytes(size)];
  const text = words.filter(Boolean).join(", ");
  return isAtLeast ? t("privacy.atLeast", { amount: text }) : text;
}

const places = (kind) => el("ul.stored-places", {}, kind.places.map(({ sort, name, items }) =>
  el("li", {}, t(`privacy.place.${sort}`, { name: name ?? "" }), " ", el("code", {}, items.join(", ")))));
