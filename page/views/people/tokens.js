// The tokens of a service, with which a script or a scraper authenticates instead of with a session.

import { el, icon } from "../../core/dom.js";
import { day } from "../../core/format.js";
import { t } from "../../core/text.js";
import { choices } from "../../parts/choices.js";
import { copyable } from "../../parts/copy.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { field, form, nameField } from "../../parts/form.js";
import { runAction } from "./run-action.js";
import { scopeWords } from "./grant-text.js";

const scopes = ["viewEnergy", "viewEnvironment", "viewMetrics", "controlDevices"];
const usualDays = 30;
const mostDays = 90;

export function tokenList({ person, tokens }, context, refresh) {
  return [
    tokens.length
      ? el("ul.clients", {}, tokens.map((token) => tokenRow(token, context, refresh)))
      : el("p.muted", {}, t("people.noTokens")),
    el("div.actions", {}, el("button.button", {
      type: "button", "aria-label": t("people.newTokenFor", person),
      on: { click: () => create(person, context, refresh) },
    }, icon("plus"), t("people.newToken"))),
  ];
}

function tokenRow(token, context, refresh) {
  const revoke = async () => {
    if (!await confirmed(t("people.revokeToken", token), t("people.revokeTokenText"), t("people.revokeTokenVerb"))) return;
    await runAction(context, "DELETE", `/tokens/${token.id}`,
      { title: t("people.revokeToken", token), words: t("people.tokenRevoked", token) });
    refresh();
  };
  return el("li.client", {}, icon("key"),
    el("div.client-words", {}, el("p.client-name", {}, token.name),
      el("p.help", {}, t("people.tokenFacts", { scope: scopeWords(token.scope), day: day(token.expiresAt) }))),
    el("button.button.compact", {
      type: "button", "aria-label": t("people.revokeToken", token), on: { click: revoke },
    }, t("people.takeBack")));
}

async function create(person, { client, withStepUp }, refresh) {
  await dialog(t("people.newTokenFor", person), (close) => {
    const content = el("div.invitation");
    content.append(form([
      nameField({ name: "name", label: t("people.tokenName") }),
      choices({
        name: "scope", label: t("people.tokenScope"), chosen: scopes.slice(0, 2),
        options: scopes.map((value) => ({
          value, label: t(`people.permission.${value}`), help: value === "controlDevices" && t("people.tokenControl"),
        })),
      }),
      field({
        name: "days", label: t("people.tokenDays"), type: "number", min: 1, max: mostDays, value: usualDays,
        check: daysMistake,
      }),
      field({
        name: "key", label: t("people.tokenKey"), help: t("people.tokenKeyHelp"), autocomplete: "off",
        spellcheck: "false",
      }),
    ], {
      verb: t("people.newToken"), cancel: () => close(),
      submit: async ({ name, scope, days, key }) => {
        const body = { person: person.id, name, scope, days: Number(days), key: key.trim() || undefined };
        const token = await withStepUp(() => client.request("POST", "/tokens", body));
        if (token) content.replaceChildren(...shownOnce(token, close));
      },
    }));
    return content;
  });
  refresh();
}

function daysMistake(text) {
  const days = Number(text);
  const isGood = Number.isInteger(days) && days >= 1 && days <= mostDays;
  return isGood ? null : t("people.tokenDaysMistake", { most: mostDays });
}

const shownOnce = ({ name, token }, close) => [
  el("p", { role: "status" }, t("people.tokenOnce")), copyable(name, token),
  el("div.actions", {},
    el("button.button.primary", { type: "button", on: { click: () => close() } }, t("people.close"))),
];
