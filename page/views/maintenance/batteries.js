// The batteries of all devices, the most urgent one first.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { emptyState } from "../../parts/empty-state.js";
import { batteryWords } from "./battery-text.js";

export async function openBatteries({ client }) {
  const batteries = await client.request("GET", "/maintenance/batteries");
  const rows = batteries.length ? el("ul.rows", {}, batteries.map(batteryRow))
    : emptyState("battery", t("maintenance.noBatteries"), t("maintenance.noBatteriesHelp"));
  return {
    title: t("maintenance.batteries"),
    element: el("section.maintenance", {}, subviewHead(t("maintenance.batteries")), rows),
  };
}

/** The head of a view below the one of maintenance. */
export const subviewHead = (title) => el("header.appliance-head", {},
  el("a.button.quiet.appliance-back", { href: address("maintenance") }, icon("back"), t("nav.maintenance")),
  el("h1", {}, title));

function batteryRow(battery) {
  const { device, part, name, hasSeveralParts, isLow } = battery;
  return el("li", {}, el("a.row.battery-row", { href: address("device", device), "data-low": isLow ? "" : null },
    icon("battery"),
    el("span.row-words", {}, el("span.appliance-name", {}, hasSeveralParts ? `${name} (${part})` : name),
      el("span.help", {}, isLow ? `${t("maintenance.battery.low")} · ${batteryWords(battery)}` : batteryWords(battery))),
    icon("forward")));
}
