// The last commands of a device: value, sender and outcome.

import { outcomeText } from "../../home/command-outcome.js";
import { capabilityName, capitalised, partName } from "../../home/device.js";
import { el, icon, set } from "../../core/dom.js";
import { readingText, when } from "../../core/format.js";
import { t } from "../../core/text.js";
import { AuditNames } from "../../home/audit-sentences.js";
import { age, refreshAges } from "../../parts/age.js";
import { problemNotice } from "../../parts/problem.js";

const shownLimit = 8;

/** More records are requested than shown, because some only asked for a PIN and are not shown. */
const requestLimit = 2 * shownLimit;

const reloadDelayMilliseconds = 400;
const precise = { dateStyle: "medium", timeStyle: "medium" };
const icons = {
  pending: "clock", confirmed: "check", sent: "check", superseded: "forward", timedOut: "warning",
  unreachable: "warning",
};

/** Whether the gateway only asked for the PIN: nothing was refused, and the command was sent again after it. */
const isQuestion = ({ code, outcome }) => outcome === "refused" && code === "stepUpNeeded";

/** Returns `{ element, update(), close() }`. The element stays hidden when the gateway does not list commands (404,
 *  405). */
export function deviceCommands({ client, store }, device) {
  const list = el("div");
  const element = el("section.device-commands", { "aria-labelledby": "commands-title", hidden: true },
    el("h2", { id: "commands-title" }, t("device.commands")), list);
  let timer;
  let before = "";
  let people = [];

  async function read() {
    try {
      const records = await client.request("GET", `/devices/${device}/commands?limit=${requestLimit}`);
      await loadNames(records);
      const shownRecords = records.filter((record) => !isQuestion(record)).slice(0, shownLimit);
      const none = el("p.muted", {}, t("device.noCommands"));
      list.replaceChildren(shownRecords.length ? el("ul.rows", {}, shownRecords.map(row)) : none);
    } catch (error) {
      if ([404, 405].includes(error.status)) return;
      list.replaceChildren(problemNotice(error, read));
    }
    element.hidden = false;
  }

  /** Loads the names of people when a record has a sender that is not known yet. The gateway sends only ids, and only
   *  to people who may see them. */
  async function loadNames(records) {
    const known = new Set([store.home?.person?.id, ...people.map(({ id }) => id)]);
    const isNew = records.some(({ sender }) => sender && !known.has(sender));
    if (isNew && store.may("managePeople")) people = await client.request("GET", "/people").catch(() => people);
  }

  function senderText(sender) {
    if (!sender) return null;
    if (sender === store.home?.person?.id) return t("device.sentBy.you");
    if (sender === "console") return t("device.sentBy.console");
    if (sender.startsWith("~")) return t("device.sentBy.former");
    return t("device.sentBy", { name: new AuditNames(store, people).who(sender) });
  }

  function row({ part, capability, value, outcome, code, detail, reported, receivedAt, sender }) {
    const its = store.devices.get(device);
    const known = store.capability(device, part, capability) ?? { name: capability };
    const of = its?.parts.find(({ id }) => id === part);
    const where = of && its.parts.length > 1 && part !== "main" ? `${partName(of, its)}: ` : "";
    const words = [outcomeText({ outcome, code, detail, reported }, known), senderText(sender)].filter(Boolean);
    return el("li.row.command", { "data-outcome": outcome ?? "pending" }, icon(icons[outcome ?? "pending"] ?? "close"),
      el("div.command-words", {},
        el("p", {}, capitalised(`${where}${capabilityName(known)} → ${readingText(known, value)}`)),
        el("p.muted", {}, words.join(" "))),
      receivedAt && set(age(receivedAt), { class: "muted", title: when(receivedAt, precise) }));
  }

  /** Reads the records again after a command of this device has changed, but not when it is only no longer shown. */
  function reloadIfChanged() {
    const own = [...store.commands.values()].filter((command) => command.device === device);
    const now = own.map(({ capability, begunAt, status }) => `${capability} ${begunAt} ${status}`).join();
    if (now === before) return;
    before = now;
    if (!now) return;
    clearTimeout(timer);
    timer = setTimeout(read, reloadDelayMilliseconds);
  }

  const stop = store.on("commands", reloadIfChanged);
  read();
  return { element, update: () => refreshAges(list), close: () => { stop(); clearTimeout(timer); } };
}
