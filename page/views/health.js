// The section of the settings about the health of the gateway: its findings, each with a remedy, and then the state of
// each subsystem.

import { el, write } from "../core/dom.js";
import { moment, number } from "../core/format.js";
import { address } from "../core/router.js";
import { tOrNull, t } from "../core/text.js";
import { age, refreshAges } from "../parts/age.js";
import { details } from "../parts/facts.js";
import { reconcileList } from "../parts/reconcile-list.js";
import { problemNotice } from "../parts/problem.js";
import { findingText, subsystemText } from "./health/health-text.js";
import { severity } from "./health/severity.js";
import { poll } from "../parts/poll.js";

const everyMilliseconds = 10_000;
const grades = ["failing", "warning", "notice"];

/** The view in which a finding of a subsystem can be resolved: its route, and its name in the navigation. */
const viewOfSubsystem = {
  devices: [["settings", "devices"], "found"], access: [["people"], "people"], audit: [["activity"], "activity"],
};

const incidents = [["settings", "incidents"], "settings", "settings.incidents"];
const newKeys = [["keys"], "settings", "keys.title"];
const lockdown = [["settings", "lockdown"], "settings", "settings.lockdown"];

const viewOfCode = {
  "access.lockedDown": lockdown, "certificates.rotation": newKeys, "certificates.newKeys": newKeys,
  "certificates.cutOff": newKeys,
};

export function open({ store, client }) {
  const notice = el("div", {}, el("p.loading", {}, t("health.reading")));
  const verdict = el("p.verdict", { role: "status" });
  const findings = el("ul.health-findings");
  const parts = el("ul.rows");
  const about = el("div");
  let hasNames = false;
  const names = new Map([...store.devices.values()].map(({ id, name }) => [id, name]));
  const showFindings = reconcileList(findings, (item) => finding(item, names), { key: ({ code, message }) => `${code} ${message}` });
  const showParts = reconcileList(parts, part, { key: ({ name }) => name });
  const rest = el("div", { hidden: true },
    el("h2", { id: "health-parts" }, t("health.parts")),
    el("section", { "aria-labelledby": "health-parts" }, parts), about);
  const element = el("section.health", {}, notice, verdict, findings, rest);

  function show(diagnostics) {
    notice.replaceChildren();
    rest.hidden = false;
    const worst = grades.find((grade) => diagnostics.findings.some((finding) => finding.severity === grade));
    const words = t(worst ? `health.worst.${worst}` : "health.well", { count: diagnostics.findings.length });
    // Unchanged words stay, so that a screen reader does not repeat them.
    if (verdict.lastChild?.textContent !== words) verdict.replaceChildren(severity(worst ?? "ok"), words);
    verdict.dataset.worst = worst ?? "ok";
    showFindings(diagnostics.findings.toSorted((a, b) => grades.indexOf(a.severity) - grades.indexOf(b.severity)));
    showParts(diagnostics.subsystems);
    showAbout(about, diagnostics);
    refreshAges(element);
  }

  const fail = (error) => notice.replaceChildren(problemNotice(error, () => poller.refresh()));
  async function read() {
    await loadNames();
    return client.request("GET", "/diagnostics");
  }

  /** The findings name people by their ids. */
  async function loadNames() {
    if (hasNames || !store.may("managePeople")) return;
    for (const { id, name } of await client.request("GET", "/people").catch(() => [])) names.set(id, name);
    hasNames = true;
  }

  const poller = poll(read, { show, fail, milliseconds: everyMilliseconds });
  poller.refresh();
  return { element, close: () => poller.close() };
}

const partName = (name) => tOrNull(`health.part.${name}`) ?? name;

/** A card for a finding. A sentence that the page cannot translate is marked as English with `lang`. */
function finding({ code, severity: grade, subsystem, ...rest }, names) {
  const view = code.startsWith("incident.") ? incidents : viewOfCode[code] ?? viewOfSubsystem[subsystem];
  const { general, message, remedy } = findingText({ code, severity: grade, ...rest }, names);
  return el("li.card.health-finding", { "data-grade": grade },
    el("div.health-head", {}, severity(grade), el("h2", {}, partName(subsystem))),
    general && el("p", {}, general),
    el("p", { lang: message.lang }, message.text),
    el("p", {}, el("strong", {}, t("health.do")), " ", el("span", { lang: remedy.lang }, remedy.text)),
    view && el("p", {}, el("a", { href: address(...view[0]) }, t("health.look", { place: t(view[2] ?? `nav.${view[1]}`) }))),
    details([[t("health.code"), code]]));
}

function part(subsystem) {
  const { name, status } = subsystem;
  const { text, lang } = subsystemText(subsystem);
  return el("li.row.health-part", {}, severity(status), el("h3", {}, partName(name)), el("p.muted", { lang }, text));
}

/** Builds the section once and then only updates its numbers, so that an open `details` element stays open. */
function showAbout(about, { version, startedAt, counters, home }) {
  const names = Object.keys(counters).sort();
  const made = [startedAt, ...names].join(" ");
  if (about.dataset.made !== made) {
    about.dataset.made = made;
    about.replaceChildren(
      el("p.muted", {}, t("health.version", { version }), " · ", age(startedAt, "health.started")),
      details([
        [t("health.home"), home], [t("health.startedAt"), moment(startedAt)],
        ...names.map((name) => [tOrNull(`health.counter.${name}`) ?? name, "0"]),
      ]));
  }
  const values = [...about.querySelectorAll("dd")].slice(-names.length);
  names.forEach((name, index) => write(values[index], number(counters[name], 0)));
}
