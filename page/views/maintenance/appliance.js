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
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";
import { moneyOf, warrantyText } from "./appliance-text.js";
import { taskCard } from "./due.js";
import { costTable, readHistory, serviceList } from "./service-list.js";
import { serviceDialog } from "./service-form.js";

export async function openAppliance(context, id) {
  const { client } = context;
  const path = `/appliances/${encodeURIComponent(id)}`;
  let appliance;
  try {
    appliance = await client.request("GET", path);
  } catch (error) {
    if (error.code !== "notFound") throw error;
    return missing();
  }
  const [history, tasks] = await Promise.all([
    historyCard(context, appliance), taskCard(context, { appliance: appliance.id })]);
  // Each part of the page is one element of this list.
  const attachments = attachmentStrip(context, { owner: { appliance: appliance.id } });
  const parts = [factCard(appliance), tasks.element, attachments.element, history.element];
  return {
    title: appliance.name,
    element: el("article.maintenance.appliance-page", {}, head(context, appliance, history), parts),
    close: () => {
      tasks.close();
      attachments.close();
    },
  };
}

function missing() {
  const back = el("a.button", { href: address("maintenance") }, t("maintenance.all"));
  return {
    title: t("nav.maintenance"),
    element: emptyState("wrench", t("maintenance.missing"), t("maintenance.missingHelp"), back),
  };
}

function head(context, appliance, history) {
  const button = (picture, words, click, tone = "") =>
    el(`button.button${tone}`, { type: "button", on: { click } }, icon(picture), t(words));
  return el("header.appliance-head", {},
    el("a.button.quiet.appliance-back", { href: address("maintenance") }, icon("back"), t("nav.maintenance")),
    el("div.appliance-words", {}, el("h1", {}, appliance.name),
      el("p.muted", {}, appliance.room?.name ?? t("home.noRoom"))),
    el("div.actions", {},
      el("a.button", { href: address("maintenance", appliance.id, { form: "edit" }) }, icon("edit"), t("maintenance.edit")),
      button("list", "maintenance.print", () => window.print()),
      button("trash", "maintenance.remove", () => remove(context, appliance, history.count()), ".risky")));
}

function factCard(appliance) {
  const date = (day) => day && dateText(day, { dateStyle: "medium" });
  const [end, words] = [date(appliance.warrantyEnds), warrantyText(appliance.warranty)];
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
  return el("section.card", { "aria-labelledby": "appliance-facts" },
    el("h2", { id: "appliance-facts" }, t("maintenance.facts")),
    isEmpty && el("p.muted", {}, t("maintenance.noFacts")),
    facts(pairs), appliance.note && el("p.appliance-note", {}, appliance.note));
}

/** The address is shown as it is, so that people see where the link leads. Only http and https are links. */
function manualLink(manual) {
  if (!manual || !/^https?:\/\//i.test(manual)) return manual;
  return el("a", { href: manual, target: "_blank", rel: "noopener noreferrer" }, manual);
}

function deviceLink({ device, deviceName }) {
  return device && el("a", { href: address("device", device) }, deviceName ?? device);
}

/** `{ element, count() }`. */
async function historyCard(context, appliance) {
  const subject = { appliance: appliance.id };
  let history = await readHistory(context.client, subject);
  const content = el("div.service-history");
  const refresh = async () => {
    history = await readHistory(context.client, subject);
    show();
  };

  function show() {
    content.replaceChildren(history.entries.length ? serviceList(context, history.entries, { refresh })
      : el("p.muted", {}, t("maintenance.noHistory")), costTable(history.costs) ?? "");
  }

  show();
  const add = el("button.button", { type: "button", on: { click: () => serviceDialog(context, { subject, refresh }) } },
    icon("plus"), t("maintenance.addEntry"));
  const element = el("section.card", { "aria-labelledby": "appliance-history" },
    el("header.view-head", {}, el("h2", { id: "appliance-history" }, t("maintenance.history")), add), content);
  return { element, count: () => history.entries.length };
}

/** Removes the appliance. A history is kept under its name, or deleted, as the person says. */
async function remove({ client }, { id, name }, count) {
  const title = t("maintenance.removeTitle", { name });
  const disposal = count ? await askForHistory(title, count)
    : await confirmed(title, t("maintenance.removeHelp"), t("maintenance.remove")) && "keep";
  if (!disposal) return;
  try {
    await client.request("DELETE", `/appliances/${id}?history=${disposal}`);
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return;
  }
  toast(t("maintenance.removed", { name }));
  go("maintenance");
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
