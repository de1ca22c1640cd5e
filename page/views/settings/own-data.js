// The card about the data of this person: the export, and who else exported it.

import { el } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { exporterName } from "../../home/own-exports.js";
import { exportDialog } from "../../parts/export-dialog.js";
import { setting } from "../../parts/setting.js";

const mostShown = 5;

/** Nothing for the console, which is no person, and for a panel on a wall, which everybody can use. */
export async function ownDataCard(context) {
  const { store, session } = context;
  const { person } = store.home;
  if (!person || session.isWall) return null;
  const button = el("button.button", { type: "button", on: { click: () => exportDialog(context, person) } },
    t("settings.dataVerb"));
  return el("section.card", {}, el("h3", {}, t("settings.data")),
    setting(t("export.own"), t("settings.dataHelp"), button),
    store.home.hasPIN === false && el("p.help", {}, t("settings.dataNeedsPIN")), await exportsByOthers(context));
}

/** The newest exports of this person's data by others. */
async function exportsByOthers({ client }) {
  const found = await client.request("GET", "/privacy/exports").catch(() => []);
  if (!found.length) return el("p.help", {}, t("settings.dataByNone"));
  return el("div", {}, el("p.setting-name", {}, t("settings.dataBy")),
    el("ul.rows", {}, found.slice(0, mostShown).map((one) =>
      el("li.row", {}, el("span.row-words", {}, exporterName(one)),
        el("span.help.numerals", {}, moment(one.time))))));
}
