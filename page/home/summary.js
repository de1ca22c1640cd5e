// The one line at the top: is everything all right, and what does the house do now?

import { faceName, isAlarming, look } from "./device.js";
import { kind, quantityText } from "../core/format.js";
import { housePower } from "./power.js";
import { list, t } from "../core/text.js";

/** `{ tone: "danger" | "warn" | "ok", text }`. */
export function summary(store) {
  const home = survey(store);
  const dangers = home.dangers.map(({ name, what }) => t("summary.danger", { name, what }));
  const warnings = [
    home.open.length && t("summary.open", { names: list(home.open) }),
    home.unknown && t("summary.unknown", { count: home.unknown }),
    home.offline && t("summary.offline", { count: home.offline }),
  ].filter(Boolean);
  const facts = [
    home.lights !== null && (home.lights ? t("summary.lights", { count: home.lights }) : t("summary.noLights")),
    home.power?.house > 0 && t(home.power.isLeast ? "summary.leastPower" : "summary.power",
      { power: quantityText(home.power.house, "W") }),
    home.locked.length && t("summary.locked", { names: list(home.locked), count: home.locked.length }),
  ].filter(Boolean);
  const tone = dangers.length ? "danger" : warnings.length ? "warn" : "ok";
  const opening = [...dangers, ...warnings].join(" ") || t("summary.quiet");
  return { tone, text: facts.length ? `${opening} ${sentence(facts.join(", "))}` : opening };
}

const sentence = (text) => `${text[0].toLocaleUpperCase()}${text.slice(1)}.`;

function survey(store) {
  const home = { dangers: [], open: [], locked: [], lights: null, offline: 0, unknown: 0 };
  for (const device of store.devices.values()) {
    if (["lost", "disconnected"].includes(device.availability)) home.offline += 1;
    for (const part of device.parts) surveyPart(device, part, home);
  }
  for (const { status } of store.commands.values()) if (status === "unknown") home.unknown += 1;
  home.power = housePower(store.devices.values());
  return home;
}

function surveyPart(device, part, home) {
  const name = faceName(device, part);
  for (const capability of part.capabilities) {
    const value = capability.state?.value;
    if (value === undefined) continue;
    if (isAlarming(capability, value)) home.dangers.push({ name, what: t(`alarm.${kind(capability)}`) });
    switch (kind(capability)) {
    case "lock":
      if (value === "locked") home.locked.push(name);
      if (value === "unlocked") home.open.push(name);
      break;
    case "garageDoor":
      if (value !== "closed") home.open.push(name);
      break;
    case "position":
      if (["garage", "gate"].includes(part.purpose) && value > 0) home.open.push(name);
      break;
    case "switch":
      if (look(part).domain === "light") home.lights = (home.lights ?? 0) + (value === true ? 1 : 0);
    }
  }
}
