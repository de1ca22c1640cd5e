// What a device was told last, by whom, and what became of it.

import { capabilityName, capitalised, partName } from "../../home/device.js";
import { el, icon, set } from "../../core/dom.js";
import { readingText, when } from "../../core/format.js";
import { maybe, t } from "../../core/text.js";
import { Names } from "../../home/sentences.js";
import { age, refreshAges } from "../../parts/age.js";
import { problemNotice } from "../../parts/problem.js";

const shown = 8;

/** Among these are questions for a PIN, which are not shown. */
const asked = 2 * shown;

const patienceMilliseconds = 400;
const precise = { dateStyle: "medium", timeStyle: "medium" };
const icons = {
  pending: "clock", confirmed: "check", sent: "check", superseded: "forward", timedOut: "warning",
  unreachable: "warning",
};

/** Nothing was refused yet: the gateway asked for the PIN, and the command came again with it. */
const isQuestion = ({ code, outcome }) => outcome === "refused" && code === "stepUpNeeded";

/** Gives `{ element, update(), close() }`; hidden where the gateway does not tell. */
export function deviceCommands({ client, store }, device) {
  const list = el("div");
  const element = el("section.device-commands", { "aria-labelledby": "commands-title", hidden: true },
    el("h2", { id: "commands-title" }, t("device.commands")), list);
  let timer;
  let before = "";
  let people = [];

  async function read() {
    try {
      const records = await client.ask("GET", `/devices/${device}/commands?limit=${asked}`);
      await learnNames(records);
      const told = records.filter((record) => !isQuestion(record)).slice(0, shown);
      const none = el("p.muted", {}, t("device.noCommands"));
      list.replaceChildren(told.length ? el("ul.rows", {}, told.map(row)) : none);
    } catch (error) {
      if ([404, 405].includes(error.status)) return;
      list.replaceChildren(problemNotice(error, read));
    }
    element.hidden = false;
  }

  /** The gateway names other senders by their ids, and only to those who may see them. */
  async function learnNames(records) {
    const known = new Set([store.home?.person?.id, ...people.map(({ id }) => id)]);
    const isNew = records.some(({ sender }) => sender && !known.has(sender));
    if (isNew && store.may("managePeople")) people = await client.ask("GET", "/people").catch(() => people);
  }

  function senderText(sender) {
    if (!sender) return null;
    if (sender === store.home?.person?.id) return t("device.sentBy.you");
    if (sender === "console") return t("device.sentBy.console");
    if (sender.startsWith("~")) return t("device.sentBy.former");
    return t("device.sentBy", { name: new Names(store, people).who(sender) });
  }

  function row({ part, capability, value, outcome, detail, receivedAt, sender }) {
    const its = store.devices.get(device);
    const known = store.capability(device, part, capability) ?? { name: capability };
    const of = its?.parts.find(({ id }) => id === part);
    const where = of && its.parts.length > 1 && part !== "main" ? `${partName(of, its)}: ` : "";
    const end = maybe(`outcome.ended.${outcome}`) ?? t("outcome.ended.pending");
    const words = [end, detail, senderText(sender)].filter(Boolean);
    return el("li.row.command", { "data-outcome": outcome ?? "pending" }, icon(icons[outcome ?? "pending"] ?? "close"),
      el("div.command-words", {},
        el("p", {}, capitalised(`${where}${capabilityName(known)} → ${readingText(known, value)}`)),
        el("p.muted", {}, words.join(" "))),
      receivedAt && set(age(receivedAt), { class: "muted", title: when(receivedAt, precise) }));
  }

  /** Those of other devices change nothing here, nor that one is no longer shown. */
  function look() {
    const own = [...store.commands.values()].filter((command) => command.device === device);
    const now = own.map(({ capability, begunAt, status }) => `${capability} ${begunAt} ${status}`).join();
    if (now === before) return;
    before = now;
    if (!now) return;
    clearTimeout(timer);
    timer = setTimeout(read, patienceMilliseconds);
  }

  const stop = store.on("commands", look);
  read();
  return { element, update: () => refreshAges(list), close: () => { stop(); clearTimeout(timer); } };
}
