// One appliance: what is known of it, what was done to it, and what that cost. The browser prints it as a sheet.

import { el, icon } from "../../core/dom.js";
import { address, go } from "../../core/router.js";
import { t } from "../../core/text.js";
import { dateText } from "../../home/calendar.js";
import { attachmentStrip } from "../../parts/attachments.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { emptyState } from "../../parts/empty-state.js";
import { facts } from "../../parts/facts.js";
import { choice, form } from "../../parts/form.js";
import { livePart } from "../../parts/live-part.js";
import { problemText } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { toast } from "../../parts/toast.js";
import { moneyOf, ownWarrantyText } from "./appliance-text.js";
import { printButton, printedNote } from "./print.js";
import { costTable, readHistory, serviceList } from "./service-list.js";
import { serviceDialog } from "./service-form.js";
import { applianceTaskCard, readTasks } from "./task-card.js";

export async function openAppliance(context, id) {
  const element = el("article.maintenance.appliance-page");
  let cards = null;
  const part = await livePart(context.store, "maintenance", {
    read: () => readAppliance(context.client, id),
    show: (found) => {
      if (found) {
        cards ??= applianceCards(context, id, { element, refresh: () => part.refresh() });
        cards.show(found);
      } else if (!cards?.isRemoving) {
        cards?.close();
        cards = null;
        element.replaceChildren(missing());
      }
    },
  });
  return {
    title: cards?.name ?? t("nav.maintenance"), element,
    close: () => {
      part.close();
      cards?.close();
    },
  };
}

/** All that the page shows of an appliance; null when the home does not have it. */
async function readAppliance(client, id) {
  const appliance = (await client.request("GET", "/appliances")).find((one) => one.id === id);
  if (!appliance) return null;
  const [history, tasks] = await Promise.all([readHistory(client, { appliance: id }), readTasks(client, appliance)]);
  return { appliance, history, tasks };
}

/** The parts of the page: `{ show(found), close(), name, isRemoving }`. */
function applianceCards(context, id, { element, refresh }) {
  const head = el("header.appliance-head");
  const known = el("section.card", { "aria-labelledby": "appliance-facts" });
  const tasks = applianceTaskCard(context, id, refresh);
  const attachments = attachmentStrip(context, { owner: { appliance: id } });
  const history = historyCard(context, { appliance: id }, refresh);
  element.replaceChildren(head, printedNote(context.store), known, tasks.element, attachments.element, history.element);
  const cards = {
    name: "", isRemoving: false, close: () => attachments.close(),
    show: (found) => {
      cards.name = found.appliance.name;
      replaceContents(head, ...headParts(found.appliance, async () => {
        cards.isRemoving = true;
        cards.isRemoving = await remove(context, found.appliance, found.history.entries.length);
      }));
      replaceContents(known, ...factParts(found.appliance));
      tasks.show(found.tasks);
      history.show(found.history);
    },
  };
  return cards;
}

function missing() {
  const back = el("a.button", { href: address("maintenance") }, t("maintenance.all"));
  return emptyState("wrench", t("maintenance.missing"), t("maintenance.missingHelp"), back);
}

function headParts(appliance, removeIt) {
  const button = (picture, words, click, tone = "") =>
    el(`button.button${tone}`, { type: "button", on: { click } }, icon(picture), t(words));
  return [
    el("a.button.quiet.appliance-back", { href: address("maintenance") }, icon("back"), t("nav.maintenance")),
    el("div.appliance-words", {}, el("h1", {}, appliance.name),
      el("p.muted", {}, appliance.room?.name ?? t("home.noRoom"))),
    el("div.actions", {},
      el("a.button", { href: address("maintenance", appliance.id, { form: "edit" }) }, icon("edit"), t("maintenance.edit")),
      printButton(),
      button("trash", "maintenance.remove", removeIt, ".risky")),
  ];
}

function factParts(appliance) {
  const date = (day) => day && dateText(day, { dateStyle: "medium" });
  const [end, words] = [date(appliance.warrantyEnds), ownWarrantyText(appliance)];
  // While the gateway's clock is not known, there are no words.
  const warranty = end && words ? t("maintenance.warrantyUntil", { date: end, words }) : end;
  const pairs = [
    [t("maintenance.maker"), appliance.maker], [t("maintenance.model"), appliance.model],
    [t("maintenance.serialNumber"), appliance.serialNumber], [t("maintenance.boughtOn"), date(appliance.boughtOn)],
    [t("maintenance.boughtFrom"), appliance.boughtFrom], [t("maintenance.price"), moneyOf(appliance.price)],
    [t("maintenance.warranty"), warranty], [t("maintenance.manual"), manualLink(appliance.manual)],
    [t("maintenance.device"), deviceLink(appliance)],
  ];
  const isEmpty = !pairs.some(([, value]) => value) && !appliance.note;
  return [
    el("h2", { id: "appliance-facts" }, t("maintenance.facts")),
    isEmpty && el("p.muted", {}, t("maintenance.noFacts")),
    facts(pairs), appliance.note && el("p.appliance-note", {}, appliance.note),
  ].filter(Boolean);
}

/** The address is shown as it is, so that people see where the link leads. Only http and https are links. */
function manualLink(manual) {
  if (!manual || !/^https?:\/\//i.test(manual)) return manual;
  return el("a", { href: manual, target: "_blank", rel: "noopener noreferrer" }, manual);
}

function deviceLink({ device, deviceName }) {
  return device && el("a", { href: address("device", device) }, deviceName ?? device);
}

/** `{ element, show(history) }`. */
function historyCard(context, subject, refresh) {
  const content = el("div.service-history");
  const add = el("button.button", { type: "button", on: { click: () => serviceDialog(context, { subject, refresh }) } },
    icon("plus"), t("maintenance.addEntry"));
  const element = el("section.card", { "aria-labelledby": "appliance-history" },
    el("header.view-head", {}, el("h2", { id: "appliance-history" }, t("maintenance.history")), add), content);
  const show = ({ entries, costs }) => replaceContents(content, entries.length
    ? serviceList(context, entries, { refresh }) : el("p.muted", {}, t("maintenance.noEntries")), costTable(costs) ?? "");
  return { element, show };
}

/** Removes the appliance. A history is kept under its name, or deleted, as the person says. Returns whether it is gone. */
async function remove({ client }, { id, name }, count) {
  const title = t("maintenance.removeTitle", { name });
  const disposal = count ? await askForHistory(title, count)
    : await confirmed(title, t("maintenance.removeHelp"), t("maintenance.remove")) && "keep";
  if (!disposal) return false;
  try {
    await client.request("DELETE", `/appliances/${id}?history=${disposal}`);
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return false;
  }
  toast(t("maintenance.removed", { name }));
  go("maintenance");
  return true;
}

const askForHistory = (title, count) => dialog(title, (close) => [
  el("p", {}, t("maintenance.removeHelp")),
  form([choice({
    name: "history", label: t("maintenance.removeHistory", { count }), value: "keep",
    options: [["keep", t("maintenance.keepHistory")], ["delete", t("maintenance.deleteHistory")]],
  })], {
    verb: t("maintenance.remove"), danger: true, cancel: () => close(null), submit: async ({ history }) => close(history),
  }),
]);
