// What this person may do and when: a section of the home view for people whose access has limits.

import { el, icon } from "../../core/dom.js";
import { capitalised, t } from "../../core/text.js";
import { homeTime, isOtherTimeZone } from "../../home/home-time.js";
import { parseWindow, windowsWords } from "../../home/weekly-windows.js";
import { grantAct, grantSubject } from "../people/grant-text.js";

export function ownGrants({ home }, grants) {
  return el("section.room.own-grants", { "aria-labelledby": "own-grants" },
    el("h2", { id: "own-grants" }, t("rights.title")),
    el("ul", {}, grants.map((grant) => row(grant, home))),
    isOtherTimeZone(home.timeZone) && el("p.help", {}, t("people.weekZone", { zone: home.timeZone })));
}

function row(grant, home) {
  const { windows, appliesNow } = grant;
  const hours = windows.length > 0 && ` – ${windowsWords(windows.map(parseWindow))}`;
  return el("li.own-grant", { "data-applies": String(appliesNow) }, icon(appliesNow ? "check" : "clock"),
    el("div", {}, el("p", {}, el("strong", {}, subject(grant)), hours), el("p.own-grant-time", {}, times(grant, home))));
}

/** "Front door"; what may only be seen says so: "See Kitchen". */
function subject({ permissions, rooms, devices, capabilities }) {
  const names = { room: (id) => rooms.find((room) => room.id === id), devices: new Map(devices.map((one) => [one.id, one])) };
  const grant = { permissions, capabilities, rooms: rooms.map(({ id }) => id), devices: devices.map(({ id }) => id) };
  return capitalised(permissions.includes("controlDevices") ? grantSubject(grant, names) : grantAct(grant, names));
}

/** "Now, until 18:00." "Next: Tue 24 Nov 08:00. Ends Thu 24 Dec 12:00. One use left." */
function times({ appliesNow, end, nextStart, notAfter, remainingUses }, home) {
  return [
    appliesNow && (end ? t("rights.until", { time: homeTime(end, home) }) : t("rights.now")),
    nextStart && t("rights.next", { time: homeTime(nextStart, home) }),
    !appliesNow && !home.isClockKnown && t("rights.clockUnknown"),
    notAfter && notAfter !== end && t("rights.ends", { time: homeTime(notAfter, home) }),
    remainingUses !== undefined && t("rights.uses", { count: remainingUses }),
  ].filter(Boolean).join(" ");
}
