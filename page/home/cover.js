// Covers: blinds, garage doors and gates. Their state as words, and the commands that open, stop and close them.

import { capabilityNamed } from "./device.js";
import { kind, readingText } from "../core/format.js";
import { t } from "../core/text.js";

const ends = { position: { open: 100, close: 0 }, garageDoor: { open: "open", close: "closed" } };

/** The capability that moves a part: its position, or the door itself; undefined for a part that is no cover. */
export function travelOf(part) {
  return part.capabilities.find((c) => c.name === "position") ?? part.capabilities.find((c) => c.name === "garageDoor");
}

/** The commands that this part accepts: `{ name: "open" | "stop" | "close", capability, value }`. */
export function coverCommands(part) {
  const travel = travelOf(part);
  const { open, close } = ends[kind(travel)];
  const stop = [capabilityNamed(part, "movement"), travel].find((c) => c && acceptedOptions(c).includes("stopped"));
  return [
    { name: "open", capability: travel, value: open },
    stop && { name: "stop", capability: stop, value: "stopped" },
    { name: "close", capability: travel, value: close },
  ].filter((command) => command?.capability.isCommanded);
}

const acceptedOptions = ({ commandOptions, options }) => commandOptions ?? options ?? [];

/** "closed", "open", "65 % open"; while it moves "opening, 65 %". */
export function coverText(part) {
  const position = capabilityNamed(part, "position");
  const moving = movementOf(part);
  const value = position?.state?.value;
  if (typeof value !== "number") return moving ? t(`cover.${moving}`) : doorText(part);
  if (!moving) return positionText(position, value);
  return t(`cover.${moving}To`, { position: readingText(position, Math.round(value)) });
}

/** "closed", "open", "65 % open". */
export function positionText(position, value) {
  if (value <= 0) return t("cover.closed");
  return value >= 100 ? t("cover.open") : t("cover.partly", { position: readingText(position, Math.round(value)) });
}

function doorText(part) {
  const door = capabilityNamed(part, "garageDoor");
  return door?.state ? readingText(door, door.state.value) : "–";
}

/** `opening` or `closing`; undefined while it stands still, or is offline. */
export function movementOf(part) {
  const states = ["movement", "garageDoor"].map((name) => capabilityNamed(part, name)?.state);
  return states.find((state) => !state?.isStale && ["opening", "closing"].includes(state?.value))?.value;
}

/** Whether a cover is shut; undefined when it is not known. */
export function isShut(part) {
  const { state } = travelOf(part);
  return state && (typeof state.value === "number" ? state.value <= 0 : state.value === "closed");
}
