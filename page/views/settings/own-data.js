// The card about the data of this person: the export, and who else exported it.

import { el } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { exportDialog } from "../../parts/export-dialog.js";
import { setting } from "../../parts/setting.js";
import { AuditNames } from "../../activity/act-sentences.js";

/** So many entries of the activity are searched, and so many exports are listed. */
const searched = 100;
const mostShown = 5;

/** Nothing for the console, which is no person, and for a panel on a wall, which everybody can use. */
export async function ownDataCard(context) {
  const { store, session } = context;
  const { person } = store.home;
  if (!person || session.isWall) return null;
  const button = el("button.button", { type: "button", on: { click: () => exportDialog(context, person) } },
    t("settings.dataVerb"));
  return el("section.card", {}, el("h3", {}, t("settings.data")),
    setting(t("export.own"), t("settings.dataHelp"), button), await exportsByOthers(context, person));
}

/** The newest exports of this person's data by others. */
async function exportsByOthers({ client, store }, person) {
  const [entries, people] = await Promise.all([
    client.request("GET", `/activity?category=settings&limit=${searched}`).catch(() => []),
    store.may("managePeople") ? client.request("GET", "/people").catch(() => []) : [person],
  ]);
  const names = new AuditNames(store, people);
  const found = entries.filter(({ act }) => act?.event === "data.export" && act.status !== "refused"
    && act.concerned === person.id && act.actor !== person.id && act.actor !== `console as ${person.id}`);
  if (!found.length) return el("p.help", {}, t("settings.dataByNone"));
  return el("div", {}, el("p.setting-name", {}, t("settings.dataBy")),
    el("ul.rows", {}, found.slice(0, mostShown).map(({ act, time }) =>
      el("li.row", {}, el("span.row-words", {}, names.who(act.actor)), el("span.help.numerals", {}, moment(time))))));
}
