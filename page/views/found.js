// The section of the settings about new devices: those that can be adopted, those that cannot, and findings that cannot
// be used.

import { el, icon, write } from "../core/dom.js";
import { address, currentRoute, go, replaceQuery } from "../core/router.js";
import { list as listed, tOrNull, t } from "../core/text.js";
import { adoptDialog } from "./found/adoption.js";
import { refreshAges } from "../parts/age.js";
import { dialog } from "../parts/dialog.js";
import { emptyState } from "../parts/empty-state.js";
import { findingRow } from "./found/findings.js";
import { foundCard } from "./found/card.js";
import { reconcileList } from "../parts/reconcile-list.js";
import { problemNotice, problemText } from "../parts/problem.js";
import { pairedCard } from "./found/paired.js";
import { identify, pairDialog } from "./found/pairing.js";
import { protocolOf } from "../home/device-pairing.js";
import { isPairable, nameOf } from "../home/found.js";
import { deviceFamilies, provisionForm, provisionSteps } from "./found/provision.js";
import { setUpDevice } from "./found/setup.js";
import { toast } from "../parts/toast.js";
import { poll } from "../parts/poll.js";

const everyMilliseconds = 15_000;

/** `heading` is that of the section. */
export function open(context, heading) {
  const { store, client } = context;
  const steps = el("div");
  const notice = el("div", {}, el("p.loading", {}, t("found.reading")));
  const help = emptyState("search", t("found.empty"), t("found.emptyHelp"));
  help.hidden = true;
  const status = el("p.visually-hidden", { role: "status" });
  const lists = {
    waiting: section("found.waiting", "ul.found-cards", (device) => foundCard(device, { adopt })),
    pairable: section("found.pairable", "ul.found-cards", (device) => foundCard(device, { pair, locate })),
    seen: section("found.seen", "ul.found-cards", (device) => foundCard(device, { configure })),
    paired: section("pairing.title", "ul.found-cards", (pairing) => pairedCard(context, pairing, { changed: poller.refresh, pair })),
    findings: section("found.unusable", "ul.rows", (finding) => findingRow(context, finding, poller.refresh)),
  };
  const element = el("section.found", {},
    el("div.actions", {},
      el("button.button", { type: "button", on: { click: () => addDevice() } }, icon("plus"), t("provision.title"))),
    steps, notice, status, help,
    lists.waiting.element, lists.pairable.element, lists.seen.element, lists.paired.element, lists.findings.element);

  async function read() {
    const [devices, pairings, findings] = await Promise.all(
      ["/discovered", "/device-pairings", "/findings"].map((path) => client.request("GET", path)));
    return { devices: devices.sort((a, b) => (a.firstSeen < b.firstSeen ? 1 : -1)), pairings, findings };
  }

  function show({ devices, pairings, findings }) {
    notice.replaceChildren();
    const waiting = devices.filter(({ isAdoptable }) => isAdoptable);
    lists.waiting.show(waiting);
    const pairable = devices.filter(isPairable);
    lists.pairable.show(pairable);
    lists.seen.show(devices.filter((device) => !device.isAdoptable && !isPairable(device)));
    lists.paired.show(pairings);
    const names = new Map(pairings.map(({ address, name }) => [address, name]));
    lists.findings.show(findings.map((finding) => ({ ...finding, device: names.get(finding.topic) })));
    help.hidden = waiting.length > 0 || pairable.length > 0;
    const counts = [["found.count", waiting.length], ["found.pairableCount", pairable.length]];
    const said = counts.filter(([, count]) => count).map(([key, count]) => t(key, { count }));
    write(status, said.join(" ") || t("found.empty"));
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

  async function addDevice(known = {}) {
    let families;
    try {
      families = await deviceFamilies(client);
    } catch (error) {
      return toast(problemText(error), { tone: "danger" });
    }
    if (!element.isConnected) return;
    const title = known.root ? t("provision.againTitle", { name: known.name }) : t("provision.title");
    const made = await dialog(title, (close) => [
      el("p.muted", {}, t(known.root ? "provision.againHelp" : "provision.help")), provisionForm(context, {
        families, done: (credential) => close({ credential }), cancel: () => close(null),
        configure: known.isManual ? undefined : (offer) => close({ offer }),
        dialect: known.dialect, deviceName: known.name, knownMAC: known.mac, knownRoot: known.root, knownProof: known.proof,
      })]);
    if (made?.offer) return configureDevice(made.offer);
    const isOfPlan = known.root && store.may("manageMaintenance");
    const leave = () => {
      if (isOfPlan) go("keys");
      else if (known.root) replaceQuery();
    };
    if (!made) return leave();
    const close = () => { steps.replaceChildren(); heading.focus(); leave(); };
    const sheet = provisionSteps(made.credential, close, known.root && { isAgain: true, name: known.name, back: isOfPlan ? address("keys") : null });
    steps.replaceChildren(sheet.element);
    sheet.focus();
  }

  /** Issues a new credential for a device that has one: the plan of new keys leads here, and gets the person back. */
  async function setUpAgain(root) {
    const all = await client.request("GET", "/credentials").catch(() => []);
    const { dialect, mac, proof, devices = [] } = all.find((one) => one.root === root) ?? {};
    await addDevice({ root, name: devices.length ? listed(devices) : root, dialect, mac, proof, isManual: true });
  }

  const configure = ({ setup, name }) => configureDevice({ ...setup, name });

  /** The gateway configures a device; a person who would rather do it gets the form for that. */
  async function configureDevice(offer) {
    const ended = await setUpDevice(context, offer);
    if (ended?.isManual) return addDevice({ ...offer, isManual: true });
    await poller.refresh();
    if (!document.activeElement || document.activeElement === document.body) heading.focus();
  }

  const locate = (device) => identify(
    context, `/discovered/${encodeURIComponent(device.id)}`, { name: nameOf(device), protocol: protocolOf(device) });

  /** Pairs with a device. Those that it gives are listed as soon as the gateway has read them. */
  async function pair(device) {
    if (!await pairDialog(context, device)) return;
    await poller.refresh();
    // The focused button was removed with its card, so the heading gets the focus.
    if (!document.activeElement || document.activeElement === document.body) heading.focus();
  }

  const fail = (error) => notice.replaceChildren(problemNotice(error, () => poller.refresh()));
  const poller = poll(read, { show, fail, milliseconds: everyMilliseconds });
  const stop = store.on("devices", poller.refresh);
  poller.refresh();
  const again = currentRoute().query.get("setUp");
  if (again) setUpAgain(again);
  return { element, close: () => { stop(); poller.close(); } };
}

/** A section of the view, which is hidden while its list is empty. */
function section(key, list, make) {
  const items = el(list);
  const element = el("section", { "aria-labelledby": key, hidden: true },
    el("h2", { id: key }, t(key)), tOrNull(`${key}Help`) && el("p.muted", {}, t(`${key}Help`)), items);
  const show = reconcileList(items, make, { signature: ({ lastSeen, ...rest }) => JSON.stringify(rest) });
  return { element, show: (all) => { element.hidden = !all.length; show(all); } };
}
