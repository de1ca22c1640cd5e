// The section about privacy: the notice, and every kind of data that the home stores.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { recordNotice } from "../../parts/notice.js";
import { privacy } from "../../parts/privacy.js";
import { storedDataCard } from "./stored-data.js";

export async function open({ store, client }) {
  const ask = (permission, path) => (store.may(permission) ? client.request("GET", path).catch(() => null) : null);
  const [storedData, retention] = await Promise.all([
    client.request("GET", "/privacy"), ask("modifySettings", "/retention"),
  ]);
  // The notice is on the screen when the section is; a failure only shows it again.
  recordNotice({ store, client }).catch(() => {});
  return {
    element: el("div.cards", {},
      el("section.card", {}, el("h3", {}, t("setup.privacy")), privacy(retention?.terms)),
      storedDataCard(storedData)),
  };
}
