// The icon and the tone of an entry of the activity.

import { iconOfKind } from "../home/device.js";

const icons = {
  group: "bulb", auth: "key", pairing: "phone", client: "phone", token: "key", device: "chip", maintenance: "trash",
  consent: "shield", settings: "settings", policy: "people", grant: "people", lockdown: "lock", retention: "clock", data: "download",
  cert: "shield", gateway: "tomte", incident: "warning",
  appliance: "wrench", attachment: "camera", "maintenance.history": "wrench", "maintenance.task": "wrench",
};

const eventIcons = {
  locked: "lock", unlocked: "unlock", jammed: "warning", offline: "network", online: "network",
  lowBattery: "battery",
};

/** `alarm` for what needs attention now, `amiss` for what was refused or failed, else `calm`. */
export function toneOf({ act, event }) {
  if (event) return event === "alarm" ? "alarm" : event === "jammed" ? "amiss" : "calm";
  // A removed phone that tries again does what phones do.
  if (act.metadata.reason === "revoked") return "calm";
  // How the acts of an erased person ended is not known any more, and their phone tries again too.
  if ([act.actor, act.concerned].some((id) => id?.startsWith("~")) && !Object.keys(act.metadata).length) return "calm";
  // What answered late is as it was to be.
  if (act.status === "unknown" && act.lateReport) return "calm";
  return ["refused", "failed", "unknown", "abandoned"].includes(act.status) ? "amiss" : "calm";
}

export function iconOf({ act, event, capability }) {
  if (event) return eventIcons[event] ?? iconOfKind(capability);
  if (act.metadata.value === "unlocked") return "unlock";
  const isOfCapability = capability && /^(device|group)\./.test(act.event);
  return isOfCapability ? iconOfKind(capability) : icons[act.event] ?? icons[act.event.split(".")[0]] ?? "history";
}
