// Doors, windows, gates and locks for a short list: what is open first; what is shut is counted when it would be too
// long.

import { readingText } from "../../core/format.js";
import { t } from "../../core/text.js";
import { coverText, travelOf } from "../../home/cover.js";
import { displayName, isOffline } from "../../home/device.js";
import { openingsOf } from "../../home/openings.js";

const mostRows = 5;

/** `[{ key, name, text, isShut, isKnown }]`. */
export function openingList(devices) {
  const all = [...devices].flatMap((device) => device.parts.flatMap((part) =>
    openingsOf(part).map((opening) => rowOf(device, part, opening))));
  const ranked = all.toSorted((a, b) => rank(a) - rank(b));
  if (ranked.length <= mostRows) return ranked;
  const shown = ranked.slice(0, mostRows - 1);
  return [...shown, restOf(ranked.slice(mostRows - 1))];
}

const rank = ({ isShut, isKnown, isLock }) => (isKnown && !isShut ? 0 : !isKnown ? 1 : isLock ? 2 : 3);

function rowOf(device, part, { capability, isLock, isShut }) {
  const isKnown = isShut !== undefined && !capability.state.isStale && !isOffline(device.availability);
  const text = capability.name === "position" || travelOf(part) === capability ? coverText(part)
    : readingText(capability, capability.state?.value);
  return {
    key: `${device.id}/${part.id}/${capability.name}`, name: displayName(device, part), isLock, isShut, isKnown,
    text: isKnown ? text : t("energy.unknown"),
  };
}

/** What does not fit. Nothing that is open is hidden among what is shut. */
function restOf(rest) {
  const open = rest.filter(({ isShut, isKnown }) => isKnown && !isShut).length;
  const unknown = rest.filter(({ isKnown }) => !isKnown).length;
  const text = open ? t("wall.moreOpen", { count: open })
    : unknown ? t("wall.moreUnknown", { count: unknown }) : t("wall.moreShut", { count: rest.length });
  return { key: "rest", name: text, text: "", isShut: !open, isKnown: true };
}
