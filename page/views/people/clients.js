// The clients (phones and browsers) of a person: when they were last seen, and a button to sign them out.

import { el, icon } from "../../core/dom.js";
import { ago, day } from "../../core/format.js";
import { address } from "../../core/router.js";
import { capitalised, t } from "../../core/text.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { form, nameField } from "../../parts/form.js";
import { runAction } from "./run-action.js";

const fewest = 3;

/** The names that the form for access suggests for a browser on a computer; see `welcome/client-field.js`. */
const computers = /\b(Linux|Mac|Windows)\b/u;

/** The client of this browser first, then the others by last use. With `isBrief` only the first three, without the
 *  button to rename them. */
export function clientList({ person, clients }, context, refresh, { isBrief = false } = {}) {
  if (!clients.length) return el("p.muted", {}, t("people.noClients"));
  const sorted = clients.slice().sort((a, b) => b.isThis - a.isThis || lately(b) - lately(a));
  const shown = isBrief ? sorted.slice(0, fewest) : sorted;
  return [
    el("ul.clients", {}, shown.map((client) => clientRow(client, person, context, refresh, isBrief))),
    shown.length < clients.length && el("a.clients-more", { href: address("people", person.id) },
      t("people.moreClients", { count: clients.length - shown.length })),
  ];
}

const lately = ({ lastSeen, pairedAt }) => Date.parse(lastSeen ?? pairedAt);

function clientRow(client, person, context, refresh, isBrief) {
  return el("li.client", {}, icon(computers.test(client.name) ? "tv" : "phone"),
    el("div.client-words", {},
      el("p.client-name", {}, client.name, client.isThis && el("span.badge", {}, t("people.thisOne"))),
      el("p.help", {}, facts(client))),
    !isBrief && el("button.client-button", {
      type: "button", "aria-label": t("people.renameClient", client),
      on: { click: () => rename(client, context, refresh) },
    }, icon("edit")),
    el("button.button.compact", {
      type: "button", "aria-label": t("people.revokeClient", client),
      on: { click: () => revoke(client, person, context, refresh) },
    }, t("people.revoke")));
}

function facts({ lastSeen, pairedAt, isThis, isLocked, scope }) {
  const isAway = lastSeen && !isThis;
  const seen = isAway ? t("people.seen", { ago: ago(lastSeen) }) : t("people.pairedAt", { day: day(pairedAt) });
  return [isLocked && t("people.isLocked"), scope && t("people.isNarrow"), seen].filter(Boolean).map(capitalised).join(" · ");
}

async function revoke(client, person, context, refresh) {
  const text = t(client.isThis ? "people.revokeThisText" : "people.revokeText", { name: person.name });
  if (!await confirmed(t("people.revokeClient", client), text, t("people.revoke"))) return;
  await runAction(context, "DELETE", `/clients/${client.id}`,
    { title: t("people.revokeClient", client), words: t("people.revoked", client) });
  refresh();
}

async function rename(client, { client: gateway, withStepUp }, refresh) {
  await dialog(t("people.renameClient", client), (close) => form([
    nameField({ name: "name", label: t("people.clientName"), value: client.name }),
  ], {
    verb: t("people.save"), cancel: () => close(),
    submit: async ({ name }) => {
      if (await withStepUp(() => gateway.request("PATCH", `/clients/${client.id}`, { name })) === undefined) return;
      close();
      refresh();
    },
  }));
}
