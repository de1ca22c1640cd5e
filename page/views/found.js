// The view of discovered devices: those that can be adopted, those that cannot, and findings that cannot be used.

import { el, icon, write } from "../core/dom.js";
import { go } from "../core/router.js";
import { tOrNull, t } from "../core/text.js";
import { adoptDialog } from "./found/adoption.js";
import { refreshAges } from "../parts/age.js";
import { dialog } from "../parts/dialog.js";
import { accessDenied, emptyState } from "../parts/empty-state.js";
import { findingRow } from "./found/findings.js";
import { foundCard } from "./found/card.js";
import { reconcileList } from "../parts/reconcile-list.js";
import { problemNotice } from "../parts/problem.js";
import { provisionForm, provisionSteps } from "./found/provision.js";
import { toast } from "../parts/toast.js";
import { poll } from "../parts/poll.js";

export const styles = ["facts", "found"];

const everyMilliseconds = 15_000;

export function open(context) {
  const title = t("nav.found");
  if (!context.store.may("addDevices")) return { element: accessDenied("search", title, t("found.forOthers")), title };
  const { store, client } = context;
  const heading = el("h1", { tabindex: -1 }, title);
  const steps = el("div");
  const notice = el("div", {}, el("p.muted", {}, t("found.reading")));
  const help = emptyState("search", t("found.empty"), t("found.emptyHelp"));
  help.hidden = true;
  const status = el("p.visually-hidden", { role: "status" });
  const lists = {
    waiting: section("found.waiting", "ul.found-cards", (device) => foundCard(device, adopt)),
    seen: section("found.seen", "ul.found-cards", (device) => foundCard(device)),
    findings: section("found.unusable", "ul.rows", (finding) => findingRow(context, finding, poller.refresh)),
  };
  const element = el("section.found", {},
    el("header.view-head", {}, heading,
      el("button.button", { type: "button", on: { click: addDevice } }, icon("plus"), t("provision.title"))),
    steps, notice, status, help,
    lists.waiting.element, lists.seen.element, lists.findings.element);

  async function read() {
    const [devices, findings] = await Promise.all(
      [client.request("GET", "/discovered"), client.request("GET", "/findings")]);
    return { devices: devices.sort((a, b) => (a.firstSeen < b.firstSeen ? 1 : -1)), findings };
  }

  function show({ devices, findings }) {
    notice.replaceChildren();
    const waiting = devices.filter(({ isAdoptable }) => isAdoptable);
    lists.waiting.show(waiting);
    lists.seen.show(devices.filter(({ isAdoptable }) => !isAdoptable));
    lists.findings.show(findings);
    help.hidden = waiting.length > 0;
    write(status, waiting.length ? t("found.count", { count: waiting.length }) : t("found.empty"));
    refreshAges(element);
  }

  async function adopt(device) {
    const adopted = await adoptDialog(context, device);
    if (!adopted) return;
    const action = [t("found.open"), () => go("device", adopted.id)];
    toast(t("found.adopted", { name: adopted.name }), { action });
    await poller.refresh();
    // The focused button was removed with its card, so the heading gets the focus.
    if (!document.activeElement || document.activeElement === document.body) heading.focus();
  }

  async function addDevice() {
    const made = await dialog(t("provision.title"), (close) => [
      el("p.muted", {}, t("provision.help")), provisionForm(context, { done: close, cancel: () => close(null) })]);
    if (!made) return;
    const sheet = provisionSteps(made, () => { steps.replaceChildren(); heading.focus(); });
    steps.replaceChildren(sheet.element);
    sheet.focus();
  }

  const fail = (error) => notice.replaceChildren(problemNotice(error, () => poller.refresh()));
  const poller = poll(read, { show, fail, milliseconds: everyMilliseconds });
  const stop = store.on("devices", poller.refresh);
  poller.refresh();
  return { element, title, close: () => { stop(); poller.close(); } };
}

/** A section of the view, which is hidden while its list is empty. */
function section(key, list, make) {
  const items = el(list);
  const element = el("section", { "aria-labelledby": key, hidden: true },
    el("h2", { id: key }, t(key)), tOrNull(`${key}Help`) && el("p.muted", {}, t(`${key}Help`)), items);
  const show = reconcileList(items, make, { signature: ({ lastSeen, ...rest }) => JSON.stringify(rest) });
  return { element, show: (all) => { element.hidden = !all.length; show(all); } };
}
