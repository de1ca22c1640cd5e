// The batteries of all devices, the most urgent one first.

import { el, icon } from "../../core/dom.js";
import { quantityText } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { appearance, capabilityNamed, displayName, tileModels } from "../../home/device.js";
import { lowBatteryPercent } from "../../home/survey.js";
import { emptyState } from "../../parts/empty-state.js";
import { batteryWords } from "./battery-text.js";

export async function openBatteries({ client, store }) {
  const batteries = await client.request("GET", "/maintenance/batteries");
  const help = t("maintenance.batteriesHelp", { level: quantityText(lowBatteryPercent, "%") });
  const rows = batteries.length
    ? [el("p.muted", {}, help), el("ul.rows", {}, batteries.map((battery) => batteryRow(store, battery)))]
    : emptyState("battery", t("maintenance.noBatteries"), t("maintenance.noBatteriesHelp"));
  return {
    title: t("maintenance.batteries"),
    element: el("section.maintenance", {}, subviewHead(t("maintenance.batteries")), rows),
  };
}

/** The head of a view below the one of maintenance, with `actions` beside its title. */
export const subviewHead = (title, actions) => el("header.appliance-head", {},
  el("a.button.quiet.appliance-back", { href: address("maintenance") }, icon("back"), t("nav.maintenance")),
  el("h1", {}, title), actions);

/** The icon is that of the device, so that a lock and a sensor are not confused. */
function batteryRow(store, battery) {
  const { device: id, part: partID, name, isLow } = battery;
  const device = store.devices.get(id);
  const part = device?.parts.find((one) => one.id === partID);
  return el("li", {}, el("a.row.battery-row", { href: address("device", id), "data-low": isLow ? "" : null },
    icon(device ? iconOfDevice(device) : "battery"),
    el("span.row-words", {}, el("span.appliance-name", {}, part ? displayName(device, part, poweredParts(device)) : name),
      el("span.help", {}, isLow ? `${t("maintenance.battery.low")} · ${batteryWords(battery)}` : batteryWords(battery))),
    icon("forward")));
}

/** The name of a part is needed only where several parts have a battery. */
const poweredParts = ({ parts }) =>
  parts.filter((part) => capabilityNamed(part, "battery") || capabilityNamed(part, "lowBattery"));

function iconOfDevice(device) {
  const [first] = tileModels(device);
  const part = device.parts.find(({ id }) => id === first?.part);
  return part ? appearance(part, device.name).icon : "battery";
}
