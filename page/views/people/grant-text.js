// Permissions, grants and denies as text.

import { kindName, kindPlural } from "../../core/capabilities.js";
import { moment } from "../../core/format.js";
import { list, tOrNull, t } from "../../core/text.js";
import { parseWindow, windowsWords } from "../../home/weekly-windows.js";

/** Sentences about the permissions of a person: those of the role, the grants, and the denies. */
export function rightsSentences({ person, grants, denies }, store) {
  const active = (items) => items.filter((item) => !isExpired(item));
  const exceptions = active(denies).filter((deny) => isException(person, deny));
  const but = exceptions.length ? t("people.but", { what: list(exceptions.map((deny) => grantSubject(deny, store))) }) : "";
  return [
    t(`people.may.${person.role}`, { but }),
    ...active(grants).map((grant) => grantSentence(grant, store)),
    ...active(denies).filter((deny) => !exceptions.includes(deny))
      .map((deny) => grantSentence(deny, store, { isDeny: true })),
  ];
}

/** Whether a deny can be part of the sentence of the role: "may control everything but locks". */
const isException = (person, { permissions, ...deny }) =>
  person.role === "member" && permissions.join() === "controlDevices" && !conditions(deny) && !isEverywhere(deny);

const isEverywhere = ({ rooms, devices, capabilities }) => !rooms.length && !devices.length && !capabilities.length;

/** A grant or deny as a sentence: "May control Front door Saturdays 08–20." */
export function grantSentence(grant, store, { isDeny = false } = {}) {
  return t(isDeny ? "people.mayNot" : "people.mayAlso", { act: grantAct(grant, store), when: conditions(grant) });
}

/** Whether a grant has expired or has been used as often as it may. */
export const isExpired = ({ notAfter, maximumUses, uses }) =>
  Boolean(notAfter && Date.parse(notAfter) <= Date.now()) || Boolean(maximumUses && uses >= maximumUses);

/** What a grant allows: "control Front door". `store` has the names of rooms and devices. */
export function grantAct(grant, store) {
  const { permissions, devices, rooms, capabilities } = grant;
  if (permissions.join() === "controlDevices" && capabilities.join() === "lock" && devices.length && !rooms.length) {
    return t("people.act.lock", { what: grantSubject({ ...grant, capabilities: [] }, store) });
  }
  const words = tOrNull(`people.act.${permissions.slice().sort().join(".")}`, { what: grantSubject(grant, store) });
  return words ?? list(permissions.map((permission) => t(`people.permission.${permission}`)));
}

/** The scope of a grant: "locks in Hall", "Front door and everything in Hall". */
export function grantSubject({ rooms, devices, capabilities }, store) {
  const kinds = list(capabilities.map(kindWords));
  const inRooms = rooms.length && list(rooms.map((id) => store.room(id)?.name ?? id));
  const ofDevices = devices.length && list(devices.map((id) => store.devices.get(id)?.name ?? id));
  if (!inRooms && !ofDevices) return kinds || t("people.what.all");
  return list([
    ofDevices && (kinds ? t("people.what.kindsOf", { kinds, names: ofDevices }) : ofDevices),
    inRooms && t(kinds ? "people.what.kindsIn" : "people.what.allIn", { kinds, names: inRooms }),
  ].filter(Boolean));
}

/** The plural of a kind: "locks". A kind without one in the catalogue is its name in lower case. */
export function kindWords(kind) {
  const label = kindName(kind) ?? kind;
  const inSentence = /^\p{Lu}\p{Ll}/u.test(label) ? label[0].toLocaleLowerCase() + label.slice(1) : label;
  return kindPlural(kind) ?? inSentence;
}

function conditions({ windows, notBefore, notAfter, maximumUses, uses }) {
  return [
    windows.length && hoursOf(windows.map(parseWindow)),
    notBefore && Date.parse(notBefore) > Date.now() && t("people.fromThen", { time: moment(notBefore) }),
    notAfter && t("people.untilThen", { time: moment(notAfter) }),
    maximumUses && t("people.usesLeft", { count: maximumUses, uses: uses ?? 0 }),
  ].filter(Boolean).join("");
}

function hoursOf(windows) {
  const hours = windowsWords(windows);
  return windows[0].days.length === 7 ? ` ${hours}` : t("people.on", { hours });
}

/** "control, see energy": the scope of a session or token. */
export const scopeWords = (scope) => list(scope.map((permission) => t(`people.permission.${permission}`)));
