// The section about privacy: the notice, the consents of the home, every kind of data that it stores, and its crash
// reports.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { recordNotice } from "../../parts/notice.js";
import { privacy } from "../../parts/privacy.js";
import { consentCards } from "./consents.js";
import { crashReportsCard } from "./crash-reports.js";
import { storedDataCard } from "./stored-data.js";

export async function open(context) {
  const { store, client } = context;
  const ask = (permission, path) => (store.may(permission) ? client.request("GET", path).catch(() => null) : null);
  const [storedData, retention, reports] = await Promise.all([
    client.request("GET", "/privacy"), ask("modifySettings", "/retention"),
    store.may("manageMaintenance") ? crashReportsCard(context).catch(() => null) : null,
  ]);
  // The consents listen to the store, so they come last: nothing after them can fail and leave them listening.
  const consents = await consentCards(context, { onChange: () => reports?.refresh() });
  // The notice is on the screen when the section is; a failure only shows it again.
  recordNotice({ store, client }).catch(() => {});
  return {
    element: el("div.cards", {},
      el("section.card", {}, el("h3", {}, t("setup.privacy")), privacy(retention?.terms)),
      consents.element, storedDataCard(storedData), reports?.element),
    close: () => consents.close(),
  };
}
