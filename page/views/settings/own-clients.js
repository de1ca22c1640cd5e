// The other phones and browsers of this person, who can sign each of them out: one may be lost.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { problemText } from "../../parts/problem.js";
import { clientList } from "../people/clients.js";

export async function ownClientsCard(context) {
  const { client, store } = context;
  const { person } = store.home;
  if (!person) return null;
  const content = el("div");
  const refresh = async () => {
    try {
      const clients = (await client.request("GET", "/clients")).filter((one) => one.person === person.id && !one.isThis);
      content.replaceChildren(...clients.length ? clientList({ person, clients }, context, refresh).filter(Boolean)
        : [el("p.muted", {}, t("settings.noOtherClients"))]);
    } catch (error) {
      content.replaceChildren(el("p.muted", {}, problemText(error)));
    }
  };
  await refresh();
  return el("section.card", {}, el("h3", {}, t("settings.otherClients")),
    el("p.muted", {}, t("settings.otherClientsHelp")), content);
}
