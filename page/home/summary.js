// The summary line at the top: whether everything is all right, and the present state of the house, as short facts. It
// contains only what is known.

import { ago, quantityText, readingText } from "../core/format.js";
import { list, t } from "../core/text.js";
import { survey } from "./survey.js";

/** Outdoors below this, in °C, heating that is off is a warning: pipes may freeze. */
const frostLimit = 5;

/** So many names fit into a fact; more of them are counted. */
const mostNames = 2;

/** `{ tone: "danger" | "warn" | "ok", danger, facts }`. A fact is `{ id, tone, text, short, items }`; `short` is a text for
 *  where the other one has no room, `items` are those behind the fact, as in `survey`, and the tone `due` is no warning.
 *  `danger` is the text of the dangers. */
export function summary(store) {
  if (!store.isCurrent) return { tone: "warn", danger: "", facts: [{ id: "old", tone: "warn", text: oldText(store) }] };
  const home = survey(store);
  const dangers = home.dangers.map((item) => ({
    id: `danger-${item.device}-${item.capability}`, tone: "danger", items: [item],
    text: t("summary.danger", { name: item.name, what: item.what }),
  }));
  const warnings = warningsOf(store, home);
  const due = dueFact(store);
  const tone = dangers.length ? "danger" : warnings.length || due?.tone === "warn" ? "warn" : "ok";
  // Nothing is quiet while something is due.
  const isQuiet = tone === "ok" && !(due && store.devices.size);
  const opening = isQuiet ? [{ id: "quiet", tone, text: openingText(store) }] : [];
  return {
    tone, danger: dangers.map(({ text }) => text).join(" "),
    // What asks for something comes before what is as it should be: a phone may have no room for all facts.
    facts: [...dangers, ...warnings, due, ...opening, ...plainFacts(home)].filter(Boolean),
  };
}

/** Maintenance that is due, as one calm sentence. Only what protects people, and is overdue, is a warning. */
function dueFact({ due }) {
  const tasks = due?.tasks.filter(({ status }) => status === "due" || status === "overdue") ?? [];
  if (!tasks.length) return null;
  const isUrgent = tasks.some(({ status, isSafety }) => isSafety && status === "overdue");
  const [{ name, title }] = tasks;
  const short = t("summary.dueMany", { count: tasks.length });
  const text = tasks.length === 1 ? t("summary.due", { name, title }) : short;
  return { id: "due", tone: isUrgent ? "warn" : "due", text, short };
}

/** What is shown before the home has been read comes from a saved snapshot. */
function oldText({ connection, asOf }) {
  if (connection === "lost" || !asOf) return t("summary.old");
  return t("connection.reading", { ago: ago(asOf, Date.now()) });
}

/** A guest sees too little of the home to know that all is quiet. */
function openingText({ home: { person }, devices }) {
  if (person?.role === "guest") return t("summary.guest", person);
  return t(devices.size ? "summary.quiet" : "summary.empty");
}

/** An open incident, which is a warning until a person closes it. A panel on the wall shows none. */
function incidentFact({ isPanel, unseenIncidents = 0, openIncidents = 0 }) {
  const count = unseenIncidents || openIncidents;
  if (isPanel || !count) return null;
  return { id: "incidents", text: t(unseenIncidents ? "summary.newIncidents" : "summary.openIncidents", { count }) };
}

function warningsOf({ home: place }, home) {
  const { outdoor } = home;
  const isFrost = outdoor && outdoor.state.value < frostLimit;
  return [
    place.isLockedDown && { id: "lockdown", text: t("summary.lockdown") }, incidentFact(place),
    ofItems("unlocked", home.unlocked), ofItems("open", home.open), ofItems("notKnown", home.unknown),
    ofItems("off", home.off),
    isFrost && home.heatingOff.length && {
      id: "heatingOff", items: home.heatingOff,
      text: t("summary.heatingOff", { temperature: readingText(outdoor, outdoor.state.value) }),
    },
    ofItems("air", home.air), ofItems("silent", home.silent), counted("unanswered", "summary.unknown", home.unanswered),
    counted("offline", home.silent.length ? "summary.offlineToo" : "summary.offline", home.offline), ofItems("batteries", home.batteries),
  ].filter(Boolean).map((fact) => ({ tone: "warn", ...fact }));
}

/** "Front door unlocked."; with many items "3 doors unlocked." */
function ofItems(id, items) {
  if (!items.length) return null;
  const names = list(items.map(({ name }) => name));
  const key = items.length > mostNames ? `summary.${id}Many` : `summary.${id}`;
  return { id, items, text: t(key, { names, count: items.length }) };
}

const counted = (id, key, items) => items.length > 0 && { id, items, text: t(key, { count: items.length }) };

/** The facts that are no warning, the most important one first. The page joins them with commas. */
function plainFacts({ lamps, lit, power, locked }) {
  return [
    locked.length > 0 && {
      id: "locked", items: locked, text: locked.length > mostNames ? t("summary.lockedMany", { count: locked.length })
        : t("summary.locked", { names: list(locked.map(({ name }) => name)), count: locked.length }),
    },
    lamps !== null && {
      id: "lights", items: lit, text: lit.length ? t("summary.lights", { count: lit.length }) : t("summary.noLights"),
    },
    power?.house > 0 && {
      id: "power", text: t(power.isLeast ? "summary.leastPower" : "summary.power", { power: quantityText(power.house, "W") }),
    },
  ].filter(Boolean).map((fact) => ({ tone: null, ...fact }));
}
