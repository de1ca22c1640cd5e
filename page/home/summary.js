// The summary line at the top: whether everything is all right, and the present state of the house. It contains only
// what is known.

import { displayName, isAlarming, isOffline, appearance } from "./device.js";
import { alarmText } from "../core/capabilities.js";
import { kind, quantityText } from "../core/format.js";
import { housePower } from "./power.js";
import { list, t } from "../core/text.js";

/** `{ tone: "danger" | "warn" | "ok", text, danger }`; `danger` is the part of the text about dangers. */
export function summary(store) {
  if (!store.isCurrent) return { tone: "warn", text: t("summary.old"), danger: "" };
  const home = survey(store);
  const danger = home.dangers.map(({ name, what }) => t("summary.danger", { name, what })).join(" ");
  const warnings = [
    home.open.length && t("summary.open", { names: list(home.open) }),
    home.notKnown.length && t("summary.notKnown", { names: list(home.notKnown) }),
    home.unanswered && t("summary.unknown", { count: home.unanswered }),
    home.offline && t("summary.offline", { count: home.offline }),
  ].filter(Boolean);
  const facts = [
    home.lights !== null && (home.lights ? t("summary.lights", { count: home.lights }) : t("summary.noLights")),
    home.power?.house > 0 && t(home.power.isLeast ? "summary.leastPower" : "summary.power",
      { power: quantityText(home.power.house, "W") }),
    home.locked.length && t("summary.locked", { names: list(home.locked), count: home.locked.length }),
  ].filter(Boolean);
  const tone = danger ? "danger" : warnings.length ? "warn" : "ok";
  const opening = [danger, ...warnings].filter(Boolean).join(" ") || t("summary.quiet");
  return { tone, danger, text: facts.length ? `${opening} ${sentence(facts.join(", "))}` : opening };
}

const sentence = (text) => `${text[0].toLocaleUpperCase()}${text.slice(1)}.`;

function survey(store) {
  const home = { dangers: [], open: [], notKnown: [], locked: [], lights: null, offline: 0, unanswered: 0 };
  for (const device of store.devices.values()) {
    if (isOffline(device.availability)) home.offline += 1;
    for (const part of device.parts) surveyPart(store, device, part, home);
  }
  for (const { status } of store.commands.values()) if (status === "unknown") home.unanswered += 1;
  home.power = housePower(store.devices.values());
  return home;
}

function surveyPart(store, device, part, home) {
  const name = displayName(device, part);
  for (const capability of part.capabilities) {
    const { value, status } = store.view(device.id, part.id, capability.name);
    if (value === undefined) continue;
    // A reported danger remains until the device reports the opposite.
    if (isAlarming(capability, value)) home.dangers.push({ name, what: alarmText(kind(capability), value) });
    const isKnown = status !== "stale" && status !== "offline" && status !== "unknown";
    if (isDoor(capability, part)) {
      const state = !isKnown ? home.notKnown : isShut(capability, value) ? home.locked : home.open;
      if (state !== home.locked || kind(capability) === "lock") state.push(name);
    } else if (kind(capability) === "switch" && appearance(part).domain === "light" && isKnown) {
      home.lights = (home.lights ?? 0) + (value === true ? 1 : 0);
    }
  }
}

/** Whether a capability is a lock, a garage door or a gate, which should be shut. */
function isDoor(capability, part) {
  const isGate = kind(capability) === "position" && ["garage", "gate"].includes(part.purpose);
  return isGate || ["lock", "garageDoor"].includes(kind(capability));
}

const isShut = (capability, value) => (kind(capability) === "position" ? value === 0 : ["locked", "closed"].includes(value));
