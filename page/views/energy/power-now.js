// The present flow of power, as a drawing or as a table.

import { el, icon, write } from "../../core/dom.js";
import { withUnit } from "../../core/format.js";
import { address } from "../../core/router.js";
import { housePower } from "../../home/power.js";
import { t } from "../../core/text.js";
import { dataTable } from "../../charts/data-table.js";
import { emptyState } from "../../parts/empty-state.js";
import { EnergyFlow } from "./flow.js";
import { houseOf, ConsumerRanking, sourcesOf } from "./flow-model.js";

/** The numbers change at most this often, because a number that changes with every reading cannot be read. Ages are
 *  updated at the second interval. */
const redrawMilliseconds = 500;
const agesMilliseconds = 15_000;

export function powerNow(store) {
  const flow = new EnergyFlow();
  const ranking = new ConsumerRanking();
  const hint = el("p.muted");
  const body = el("div.flow-body");
  const change = el("button.button.quiet", { type: "button", on: { click: () => { isTable = !isTable; show(); } } });
  const element = el("section.energy-now", { "aria-labelledby": "now-title" },
    el("header.section-head", {}, el("h2", { id: "now-title" }, t("energy.now")), change), body, hint);
  let isTable = false;
  let planned = null;

  function show() {
    planned = null;
    const power = housePower(store.devices.values());
    change.hidden = !power;
    hint.textContent = power ? hintOf(power) : "";
    if (!power) return body.replaceChildren(nothing(store));
    change.replaceChildren(icon(isTable ? "energy" : "table"), t(isTable ? "energy.asFlow" : "energy.asTable"));
    const model = {
      sources: sourcesOf(power, charge(store, power.battery)), house: houseOf(power), rows: ranking.rowsOf(power),
    };
    // Without a connection to the gateway every value is old.
    if (store.connection === "lost") for (const item of all(model)) if (item.status === "live") item.status = "stale";
    if (isTable) tabulate(model);
    else {
      flow.show(model);
      if (flow.element.parentNode !== body) body.replaceChildren(flow.element);
    }
  }

  /** Updates the table in place, so that a screen reader that reads it is not interrupted. */
  function tabulate(model) {
    const items = all(model);
    const key = JSON.stringify(items.map(({ name }) => name));
    if (body.firstChild?.dataset.key !== key) {
      body.replaceChildren(table(items));
      body.firstChild.dataset.key = key;
    }
    body.querySelectorAll("tbody tr").forEach((row, index) => {
      const [power, state] = row.querySelectorAll("td");
      write(power, withUnit(items[index].value));
      write(state, items[index].note);
    });
  }

  const plan = () => { planned ??= setTimeout(show, redrawMilliseconds); };
  const stop = store.on("any", plan);
  const timer = setInterval(show, agesMilliseconds);
  show();
  return { element, close() { stop(); clearInterval(timer); clearTimeout(planned); flow.close(); } };
}

const all = ({ sources, house, rows }) => [...sources, house, ...rows];

function table(items) {
  const named = ({ title, device }) => (device ? el("a", { href: address("device", device) }, title) : title);
  return dataTable({
    caption: t("energy.flow"), columns: [t("energy.what"), t("energy.power"), t("energy.state")],
    rows: items.map((item) => [named(item), "", ""]),
  });
}

/** The mean level of the batteries in %; null when it is not known. */
function charge(store, battery) {
  const levels = (battery?.devices ?? []).flatMap((id) => store.devices.get(id).parts)
    .flatMap(({ capabilities }) => capabilities).filter(({ name, state }) => name === "battery" && state)
    .map(({ state }) => state.value);
  return levels.length ? levels.reduce((sum, level) => sum + level, 0) / levels.length : null;
}

const hintOf = ({ grid }) => (grid ? "" : t("energy.noGrid"));

function nothing(store) {
  const may = store.may("addDevices");
  return emptyState("energy", t("energy.noMeter"), t(may ? "energy.noMeterHelp" : "home.emptyForOthers"),
    may && el("a.button.primary", { href: address("settings", "devices") }, t("home.find")));
}
