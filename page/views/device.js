// Everything about one device: what it does now, what it did, and how it is linked.

import { Unreachable } from "../core/api.js";
import { faces, look, main } from "../home/device.js";
import { el, icon, set, write } from "../core/dom.js";
import { reading } from "../core/format.js";
import { address, refine } from "../core/router.js";
import { t } from "../core/text.js";
import { seriesOf } from "../charts/choices.js";
import { deviceCommands } from "./device/commands.js";
import { deviceControls } from "./device/controls.js";
import { availabilityText, deviceDetails } from "./device/details.js";
import { empty } from "../parts/empty.js";
import { HistoryChart } from "../charts/history-chart.js";
import { problemNotice } from "../parts/problem.js";
import { noteOf, shownOf } from "../parts/tile.js";

export const styles = ["device", "chart"];
const agesMilliseconds = 10_000;

export function open(context, { id, query }) {
  const { store } = context;
  const element = el("article.device");
  let picture;
  let pieces = nothing;
  const chart = keptChart(context, query);

  function show() {
    const device = store.devices.get(id);
    const now = JSON.stringify([device, store.home?.permissions, store.home?.rooms], lasting);
    if (now === picture) return pieces.update();
    picture = now;
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

/** What is built anew only when it changes; the rest changes all the time. */
const lasting = (key, value) => (["state", "availability"].includes(key) ? undefined : value);

function missing(store, id) {
  const title = el("h1.visually-hidden", {}, t("device.title"));
  if (!store.home) return [title, problemNotice(new Unreachable(), () => store.read().catch(() => {}))];
  const back = el("a.button", { href: address("home") }, t("device.back"));
  const name = store.formerNames.get(id);
  // Nothing is kept from those who add and remove devices.
  if (name === undefined || store.may("addDevices")) {
    return [title, empty("search", t("device.missing"), t("device.missingHelp"), back)];
  }
  return [title, empty("search", t("device.unshared", { name }), t("device.unsharedHelp"), back)];
}

function build(context, device, chart) {
  const { store, tell } = context;
  const head = deviceHead(store, device);
  const controls = deviceControls(store, device, tell);
  const details = deviceDetails(context, device);
  const isCommanded = device.parts.some(({ capabilities }) => capabilities.some((one) => one.isCommanded));
  const commands = isCommanded ? deviceCommands(context, device.id) : null;
  return {
    elements: [
      head.element,
      el("div.device-now", {}, controls.element, chart?.element ?? el("p.notice", {}, t("device.noPast"))),
      el("div.device-more", {}, commands?.element, details.element),
    ],
    update: () => { head.update(); controls.update(); details.update(); commands?.update(); },
    close: () => commands?.close(),
  };
}

/** The chart stays while the device has the same past, whatever is built anew around it. */
function keptChart(context, query) {
  let chart = null;
  let keys = "";
  return {
    of(device) {
      const now = seriesOf(device).map(({ key }) => key).join();
      if (now === keys) return chart;
      chart?.close();
      keys = now;
      chart = now ? chartOf(context, device, query) : null;
      return chart;
    },
    close: () => chart?.close(),
  };
}

/** The address says what is looked at, so that it can be come back to. */
function chartOf(context, device, query) {
  const chosen = { part: query.get("part"), quantity: query.get("quantity"), range: query.get("range") };
  return new HistoryChart(context, device, chosen, refine);
}

function deviceHead(store, device) {
  const face = faces(device)[0];
  const part = device.parts.find(({ id }) => id === face?.part);
  const value = el("span.numerals");
  const unit = el("span.unit");
  const note = el("p.device-note");
  const where = el("p.muted");
  const { icon: name, domain } = part ? look(part) : { icon: "list", domain: "network" };
  const element = el("header.device-head", { "data-domain": domain },
    el("a.device-back", { href: address("home"), "aria-label": t("device.back") }, icon("back")),
    el("span.device-icon", {}, icon(name)),
    el("div.device-words", {}, el("h1", {}, device.name), where),
    part && el("div.device-value", {}, el("p.device-numerals", {}, value, unit), note));

  function update() {
    const { availability } = store.devices.get(device.id) ?? device;
    const trouble = availability === "ready" ? null : availabilityText({ availability });
    write(where, [device.room?.name ?? t("home.noRoom"), trouble].filter(Boolean).join(" · "));
    const current = store.devices.get(device.id)?.parts.find(({ id }) => id === face?.part);
    if (!current) return;
    const capability = main(current);
    const view = store.view(device.id, current.id, capability.name);
    const shown = shownOf(current, capability, view);
    const [numerals, its] = reading(shown.capability, shown.value);
    write(value, numerals);
    write(unit, its);
    write(note, noteOf(view, capability, shown));
    set(element, { "data-status": view.status });
  }

  update();
  return { element, update };
}
