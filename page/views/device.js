// The view of one device: its present values and controls, its history, its latest activity, and its details.

import { Unreachable } from "../core/api.js";
import { coverText, travelOf } from "../home/cover.js";
import { tileModels, appearance, mainCapability } from "../home/device.js";
import { el, icon, set, write } from "../core/dom.js";
import { reading } from "../core/format.js";
import { address, replaceQuery } from "../core/router.js";
import { capitalised, t } from "../core/text.js";
import { hasHiddenSeries, seriesOf } from "../charts/device-series.js";
import { structureText } from "../home/structure.js";
import { deviceControls } from "./device/controls.js";
import { applianceLinks } from "./device/appliance-links.js";
import { cutOffNotice } from "./device/cut-off.js";
import { availabilityText, deviceDetails } from "./device/details.js";
import { maintenanceTasks } from "./device/maintenance-tasks.js";
import { recentActivity } from "./device/recent-activity.js";
import { backLink } from "../parts/back-link.js";
import { emptyState } from "../parts/empty-state.js";
import { HistoryChart } from "../charts/history-chart.js";
import { problemNotice } from "../parts/problem.js";
import { statusText, displayedReading } from "../parts/tile-text.js";

export const styles = ["device", "chart", "facts", "maintenance"];
const agesMilliseconds = 10_000;

export function open(context, { id, query }) {
  const { store } = context;
  const element = el("article.device");
  let drawn;
  let pieces = nothing;
  const chart = persistentChart(context, query);

  function show() {
    const device = store.devices.get(id);
    const now = structureText([device, store.home?.permissions, store.home?.rooms]);
    if (now === drawn) return pieces.update();
    drawn = now;
    pieces.close();
    pieces = device ? build(context, device, chart.of(device)) : { ...nothing, elements: missing(store, id) };
    return element.replaceChildren(...pieces.elements);
  }

  show();
  const stops = [store.on(["devices", "home"], show), store.on(`device:${id}`, () => pieces.update())];
  const timer = setInterval(() => pieces.update(), agesMilliseconds);
  return {
    element, title: store.devices.get(id)?.name ?? t("device.title"),
    close: () => { stops.forEach((stop) => stop()); clearInterval(timer); pieces.close(); chart.close(); },
  };
}

const nothing = { update: () => {}, close: () => {} };

function missing(store, id) {
  const title = el("h1.visually-hidden", {}, t("device.title"));
  if (!store.home) return [title, problemNotice(new Unreachable(), () => store.read().catch(() => {}))];
  const back = el("a.button", { href: address("home") }, t("device.back"));
  const name = store.formerNames.get(id);
  // A person who may add and remove devices sees all of them, so for them the device does not exist.
  if (name === undefined || store.may("addDevices")) {
    return [title, emptyState("search", t("device.missing"), t("device.missingHelp"), back)];
  }
  return [title, emptyState("search", t("device.unshared", { name }), t("device.unsharedHelp"), back)];
}

function build(context, device, chart) {
  const { store, session } = context;
  const head = deviceHead(store, device);
  const cutOff = cutOffNotice(context, device.id);
  const controls = deviceControls(context, device);
  const details = deviceDetails(context, device);
  // A panel on a wall does not tell everybody who passes by who did what.
  const activity = session.isWall ? null : recentActivity(context, device.id);
  const tasks = maintenanceTasks(context, device.id);
  return {
    elements: [
      head.element, cutOff.element,
      el("div.device-now", {}, controls.element,
        chart?.element ?? (!hasHiddenSeries(device) && el("p.notice", {}, t("device.noPast")))),
      el("div.device-more", {}, activity?.element, tasks.element, details.element, applianceLinks(context, device.id)),
    ],
    update: () => { head.update(); cutOff.update(); controls.update(); details.update(); activity?.update(); },
    close: () => { activity?.close(); tasks.close(); },
  };
}

/** Keeps the chart while the device has the same series, also when the view around it is rebuilt. */
function persistentChart(context, query) {
  let chart = null;
  let keys = "";
  return {
    of(device) {
      const now = mayReadPast(context.store) ? seriesOf(device).map(({ key }) => key).join() : "";
      if (now === keys) return chart;
      chart?.close();
      keys = now;
      chart = now ? chartOf(context, device, query) : null;
      return chart;
    },
    close: () => chart?.close(),
  };
}

/** A guest who may only control devices sees what they are now, and not what they were. */
const mayReadPast = (store) => store.may("viewEnvironment") || store.may("viewEnergy");

/** The chart of the series and range in the address; the address follows what is chosen. */
function chartOf(context, device, query) {
  const chosen = { part: query.get("part"), quantity: query.get("quantity"), range: query.get("range") };
  return new HistoryChart(context, device, chosen, replaceQuery);
}

function deviceHead(store, device) {
  const model = tileModels(device)[0];
  const part = device.parts.find(({ id }) => id === model?.part);
  const value = el("span.numerals");
  const unit = el("span.unit");
  const note = el("p.device-note");
  const where = el("p.muted");
  const { icon: name, domain } = part ? appearance(part, device.name) : { icon: "list", domain: "network" };
  const element = el("header.device-head", { "data-domain": domain },
    backLink(),
    el("span.device-icon", {}, icon(name)),
    el("div.device-words", {}, el("h1", {}, device.name), where),
    part && el("div.device-value", {}, el("p.device-numerals", {}, value, unit), note));

  function update() {
    const { availability } = store.devices.get(device.id) ?? device;
    const trouble = availability === "ready" ? null : availabilityText({ availability });
    const say = (more) => write(where, [device.room?.name ?? t("home.noRoom"), more].filter(Boolean).join(" · "));
    const current = store.devices.get(device.id)?.parts.find(({ id }) => id === model?.part);
    if (!current) return say(trouble);
    const capability = mainCapability(current);
    const view = store.view(device.id, current.id, capability.name);
    // The note beside the value says that it is offline.
    say(view.status === "offline" ? null : trouble);
    const shown = displayedReading(current, capability, view);
    const [numerals, its] = travelOf(current) === capability ? [coverText(current), ""] : reading(shown.capability, shown.value);
    write(value, capitalised(numerals));
    write(unit, its);
    write(note, capitalised(statusText(view, capability, shown)));
    set(element, { "data-status": view.status });
  }

  update();
  return { element, update };
}
