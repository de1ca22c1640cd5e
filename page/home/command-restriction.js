// The requirements for a command of a capability: a PIN, or an adult when a PIN is not enough.

import { t } from "../core/text.js";

/** Options that are each other's way back. */
const opposites = { locked: "unlocked", unlocked: "locked", open: "closed", closed: "open" };

/** `direct`, `stepUp` or `refused`: whether this person may set a capability to a value. */
export function accessTo({ access, mayCommand }, value) {
  if (!mayCommand || !access) return "refused";
  if (typeof value === "string") return access.options?.[value] ?? access.set ?? "refused";
  const isOff = value === false || value === 0;
  return (isOff && access.off) || setAccess(access, value) || access.on || "refused";
}

/** The access to a set-point, which may depend on its value. */
function setAccess({ set, beyond, minimum = -Infinity, maximum = Infinity }, value) {
  return value < minimum || value > maximum ? beyond ?? set : set;
}

/** Whether this person is offered commands of a capability. They are never offered to switch something one way only:
 *  a child may switch a fridge on and not off again, and lock a door and not unlock it. A lockdown leaves one way of
 *  much, and is over soon, so that it offers that way. */
export function isOffered({ home }, capability) {
  const { mayCommand, access, isSensitive } = capability;
  if (!mayCommand || !access) return mayCommand;
  if (access.options) return Object.keys(access.options).some((option) => isOptionOffered(home, capability, option));
  // An unsafe capability stays with those who may use a PIN: the others have one way of it only, also afterwards.
  if (home?.isLockedDown && !(isSensitive && home.needsPIN === false)) return isLeftByLockdown(capability);
  return ["on", "off", "set"].every((way) => access[way] !== "refused");
}

/** Whether this person is offered to set a capability to a value. A gateway that does not state `access` offers every
 *  value. */
export function isOfferedTo({ home }, capability, value) {
  if (!isOffered({ home }, capability)) return false;
  if (!capability.access) return true;
  return typeof value === "string" ? isOptionOffered(home, capability, value) : accessTo(capability, value) !== "refused";
}

function isOptionOffered(home, capability, option) {
  if (accessTo(capability, option) === "refused") return false;
  // Who locks at a panel on a wall may unlock with their own phone.
  if (home?.isPanel || (home?.isLockedDown && home.needsPIN !== false)) return true;
  return hasWayBack(capability.access.options ?? {}, option);
}

/** Whether this person may go back from an option: from "off" to any other one. */
function hasWayBack(options, option) {
  if (option !== "off") return options[opposites[option]] !== "refused";
  return Object.entries(options).some(([other, access]) => other !== "off" && access !== "refused");
}

/** Whether a lockdown leaves commands of a capability: a switch can go one way, a slider needs all of its values. */
function isLeftByLockdown({ type, access: { on, off, set } }) {
  const ways = [on, off, set].filter((way) => way !== undefined);
  return ways[type === "boolean" ? "some" : "every"]((way) => way !== "refused");
}

/** The requirement that this person must meet for a command, as text; null when there is none. A PIN helps only
 *  those who may use one: the gateway accepts none from a child or from a panel on a wall. */
export function restrictionText(store, capability) {
  const { home } = store;
  if (!capability.isCommanded || !needsMore(capability)) return null;
  const mayCommand = isOffered(store, capability);
  const isHelpedByPIN = home?.needsPIN ?? true;
  if (mayCommand && isHelpedByPIN) return t("guard.pin");
  if (home?.person?.role === "child") return t(mayCommand ? "guard.adultPartly" : "guard.adult");
  return mayCommand ? t("guard.elsewhere") : null;
}

/** Whether a usual command needs more than the right to control: an unusual set-point may need a PIN all the same. */
function needsMore({ isSensitive, access }) {
  return isSensitive && (access?.set !== "direct" || access.beyond === undefined);
}
