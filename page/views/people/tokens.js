// The tokens of a service: what a script or a scraper shows instead of a session.

import { el, icon } from "../../core/dom.js";
import { day } from "../../core/format.js";
import { t } from "../../core/text.js";
import { choices } from "../../parts/choices.js";
import { copyable } from "../../parts/copy.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { field, form, nameField } from "../../parts/form.js";
import { doing } from "./doing.js";
import { scopeWords } from "./words.js";

const scopes = ["viewEnergy", "viewEnvironment", "viewMetrics", "controlDevices"];
const usualDays = 30;
const mostDays = 90;

export function tokenList({ person, tokens }, context, again) {
  return [
    tokens.length
      ? el("ul.clients", {}, tokens.map((token) => tokenRow(token, context, again)))
      : el("p.muted", {}, t("people.noTokens")),
    el("div.actions", {}, el("button.button", {
      type: "button", "aria-label": t("people.newTokenFor", person),
      on: { click: () => create(person, context, again) },
    }, icon("plus"), t("people.newToken"))),
  ];
}

function tokenRow(token, context, again) {
  const revoke = async () => {
    if (!await confirmed(t("people.revokeToken", token), t("people.revokeTokenText"), t("people.takeBack"))) return;
    await doing(context, "DELETE", `/tokens/${token.id}`, t("people.tokenRevoked", token));
    again();
  };
  return el("li.client", {}, icon("key"),
    el("div.client-words", {}, el("p.client-name", {}, token.name),
      el("p.help", {}, t("people.tokenFacts", { scope: scopeWords(token.scope), day: day(token.expiresAt) }))),
    el("button.button.compact", {
      type: "button", "aria-label": t("people.revokeToken", token), on: { click: revoke },
    }, t("people.takeBack")));
}

async function create(person, { client, acting }, again) {
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
        const token = await acting(() => client.ask("POST", "/tokens", body));
        if (token) content.replaceChildren(...shownOnce(token, close));
      },
    }));
    return content;
  });
  again();
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
