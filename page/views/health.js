// How each part of the gateway is: what is not as it should be first, each with what to do.

import { el, write } from "../core/dom.js";
import { moment, number } from "../core/format.js";
import { address } from "../core/router.js";
import { maybe, t } from "../core/text.js";
import { age, refreshAges } from "../parts/age.js";
import { closed } from "../parts/empty.js";
import { details } from "../parts/facts.js";
import { keyed } from "../parts/keyed.js";
import { problemNotice } from "../parts/problem.js";
import { severity } from "./health/severity.js";
import { watching } from "../parts/watching.js";

export const styles = ["facts", "health"];

const everyMilliseconds = 10_000;
const grades = ["failing", "warning", "notice"];

/** Where in this page something can be done about a finding of a part of the gateway. */
const places = { devices: "found", access: "people", audit: "history" };

export function open({ store, client }) {
  const title = t("nav.health");
  if (!store.may("manageMaintenance")) return { element: closed("health", title, t("health.forOthers")), title };
  const notice = el("div", {}, el("p.muted", {}, t("health.reading")));
  const verdict = el("p.verdict", { role: "status" });
  const findings = el("ul.health-findings");
  const parts = el("ul.rows");
  const about = el("div");
  const showFindings = keyed(findings, finding, { key: ({ code, message }) => `${code} ${message}` });
  const showParts = keyed(parts, part, { key: ({ name }) => name });
  const rest = el("div", { hidden: true },
    el("h2", { id: "health-parts" }, t("health.parts")),
    el("section", { "aria-labelledby": "health-parts" }, parts), about);
  const element = el("section.health", {}, el("h1", {}, title), notice, verdict, findings, rest);

  function show(said) {
    notice.replaceChildren();
    rest.hidden = false;
    const worst = grades.find((grade) => said.findings.some((finding) => finding.severity === grade));
    if (verdict.dataset.worst !== (worst ?? "ok")) {
      verdict.dataset.worst = worst ?? "ok";
      verdict.replaceChildren(severity(worst ?? "ok"), t(worst ? `health.worst.${worst}` : "health.well"));
    }
    showFindings(said.findings.toSorted((a, b) => grades.indexOf(a.severity) - grades.indexOf(b.severity)));
    showParts(said.subsystems);
    showAbout(about, said);
    refreshAges(element);
  }

  const fail = (error) => notice.replaceChildren(problemNotice(error, () => watch.again()));
  const watch = watching(() => client.ask("GET", "/diagnostics"), { show, fail, milliseconds: everyMilliseconds });
  watch.again();
  return { element, title, close: () => watch.close() };
}

const partName = (name) => maybe(`health.part.${name}`) ?? name;

/** The gateway's own sentences are English, whatever the page is in. */
function finding({ code, message, remedy, severity: grade, subsystem }) {
  const place = places[subsystem];
  return el("li.card.health-finding", { "data-grade": grade },
    el("div.health-head", {}, severity(grade), el("h2", {}, partName(subsystem))),
    el("p", { lang: "en" }, message),
    el("p", {}, el("strong", {}, t("health.do")), " ", el("span", { lang: "en" }, remedy)),
    place && el("p", {}, el("a", { href: address(place) }, t("health.look", { place: t(`nav.${place}`) }))),
    details([[t("health.code"), code]]));
}

function part({ name, status, summary }) {
  return el("li.row.health-part", {}, severity(status), el("h3", {}, partName(name)),
    el("p.muted", { lang: "en" }, summaryText(summary)));
}

/** Some sum themselves up in a time. */
const summaryText = (summary) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(summary) ? moment(summary) : summary);

/** Made once, then only its numbers change, so that what was unfolded stays so. */
function showAbout(about, { version, startedAt, counters, home }) {
  const names = Object.keys(counters).sort();
  const made = [startedAt, ...names].join(" ");
  if (about.dataset.made !== made) {
    about.dataset.made = made;
    about.replaceChildren(
      el("p.muted", {}, t("health.version", { version }), " · ", age(startedAt, "health.started")),
      details([
        [t("health.home"), home], [t("health.startedAt"), moment(startedAt)],
        ...names.map((name) => [maybe(`health.counter.${name}`) ?? name, "0"]),
      ]));
  }
  const values = [...about.querySelectorAll("dd")].slice(-names.length);
  names.forEach((name, index) => write(values[index], number(counters[name], 0)));
}
