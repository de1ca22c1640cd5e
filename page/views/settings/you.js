// The section about this person: their role and PIN, how they see the home, this browser, and signing out.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { erasePerson } from "../../parts/erasure.js";
import { setPIN, whomToAsk } from "../../parts/pin.js";
import { problemText } from "../../parts/problem.js";
import { setting } from "../../parts/setting.js";
import { toast } from "../../parts/toast.js";
import { browserCard } from "./browser.js";
import { otherIdentitiesCard } from "./other-identities.js";
import { ownClientsCard } from "./own-clients.js";
import { ownDataCard } from "./own-data.js";
import { preferencesCard } from "./preferences.js";

export async function open(context) {
  const [browser, clients, others, data] = await Promise.all(
    [browserCard(context), ownClientsCard(context), otherIdentitiesCard(context), ownDataCard(context)]);
  return {
    element: el("div.cards", {},
      personCard(context), preferencesCard(context), browser, clients, others, data, leavingCard(context)),
  };
}

function personCard(context) {
  const { store } = context;
  const { person } = store.home;
  if (!person) return null;
  return el("section.card", {}, el("h3", {}, person.name),
    setting(t("settings.role"), t(`people.may.${person.role}`, { but: "" }),
      el("span", {}, t(`people.role.${person.role}`))),
    pinRow(context));
}

function pinRow(context) {
  const { store } = context;
  const row = el("div");
  const show = () => {
    const { hasPIN, maySetPIN } = store.home;
    const none = maySetPIN === false ? whomToAsk(store.home) : t("settings.noPIN");
    row.replaceChildren(setting(t("settings.pin"), hasPIN === false ? none : t("settings.pinHelp"),
      el("button.button", { type: "button", on: { click: change } }, t(hasPIN ? "pin.change" : "pin.set"))));
  };
  const change = async () => {
    const { hasPIN } = store.home;
    if (!await setPIN(context)) return show();
    toast(t(hasPIN ? "settings.pinIsChanged" : "settings.pinIsSet"));
    show();
    row.querySelector("button").focus();
  };
  show();
  return row;
}

function leavingCard(context) {
  const { session, restart, store } = context;
  const { person } = store.home;
  const leave = async () => {
    if (!await confirmed(t("settings.signOut"), t("settings.signOutHelp"), t("settings.signOut"))) return;
    try {
      await session.signOut();
      await restart();
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    }
  };
  const erase = async () => {
    if (!await erasePerson(person, context)) return;
    // The session has ended at the gateway already.
    session.end();
    await session.forget();
    await restart();
    toast(t("erasure.selfDone"));
  };
  const mayErase = person && !["child", "service"].includes(person.role);
  return el("section.card", {}, el("h3", {}, t("settings.leaving")),
    setting(t("settings.signOut"), t("settings.signOutHint"),
      el("button.button", { type: "button", on: { click: leave } }, t("settings.signOut"))),
    mayErase && setting(t("erasure.self"), t("erasure.selfHint"),
      el("button.button.risky", { type: "button", on: { click: erase } }, t("erasure.verb"))));
}
