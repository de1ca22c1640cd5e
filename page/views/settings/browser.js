// The card of this browser: its name, the thumbprint of its key, and whether the page works offline and can be
// installed.

import { el } from "../../core/dom.js";
import { thumbprint } from "../../core/keys.js";
import { keepOffline, keepsOffline } from "../../core/offline.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { form, nameField } from "../../parts/form.js";
import { lacksPIN, setPIN } from "../../parts/pin.js";
import { setting } from "../../parts/setting.js";
import { switchRow } from "../../parts/switch.js";
import { toast } from "../../parts/toast.js";

export async function browserCard(context) {
  const { session, client } = context;
  const clients = await client.request("GET", "/clients").catch(() => []);
  const own = clients.find(({ isThis }) => isThis);
  const offline = el("div.settings-offline");
  showOfflineState(offline);
  const print = own?.thumbprint ?? (await thumbprint(session.identity.jwk)).slice(0, 16).match(/.{4}/g).join(" ");
  return el("section.card", {}, el("h3", {}, t("settings.browser")),
    own && nameForm(context, own),
    setting(t("settings.thumbprint"), t("settings.thumbprintHelp"), el("code.print", {}, print)),
    wallRow(context), offline);
}

function nameForm({ client, withStepUp }, own) {
  let before = own.name;
  const element = form([nameField({ name: "name", label: t("settings.browserName"), value: own.name })], {
    verb: t("settings.save"),
    submit: async ({ name }) => {
      if (name === before) return;
      const changed = await withStepUp(() => client.request("PATCH", `/clients/${own.id}`, { name }),
        t("people.renameClient", { name: before }));
      if (!changed) return;
      before = changed.name;
      toast(t("settings.saved"));
    },
  });
  element.classList.add("one-line");
  return element;
}

/** Turns this browser into a panel on a wall, which needs the PIN to become a browser again. */
function wallRow(context) {
  return switchRow({
    label: t("pair.wall"), help: `${t("pair.wallHelp")} ${t("wall.leaveNeedsPIN")}`, isOn: false,
    act: async () => {
      if (await lacksPIN(context.store) && !await setPIN(context)) return false;
      await context.session.remember({ isWall: true });
      await context.restart();
      return true;
    },
  });
}

/** The registration of the service worker may still be under way when the card opens. */
function showOfflineState(container) {
  const show = () => container.replaceChildren(offlineRow(), installRow());
  show();
  keepOffline().then(show);
}

const trustLink = () => el("a.button", { href: address("settings", "connection") }, t("settings.howToTrust"));

function offlineRow() {
  const text = t(`settings.offline.${keepsOffline ?? "unknown"}`);
  return setting(t("settings.offline"), text, keepsOffline === false && trustLink());
}

function installRow() {
  const prompt = globalThis.tomteInstall;
  const isInstalled = ["standalone", "fullscreen"].some((mode) => matchMedia(`(display-mode: ${mode})`).matches);
  if (isInstalled) return setting(t("settings.install"), t("settings.install.done"));
  if (!keepsOffline) return setting(t("settings.install"), t("settings.install.untrusted"));
  const way = /iPhone|iPad/.test(navigator.userAgent) ? "ios" : "menu";
  if (!prompt) return setting(t("settings.install"), t(`settings.install.${way}`));
  return setting(t("settings.install"), t("settings.install.now"),
    el("button.button", { type: "button", on: { click: () => prompt.prompt() } }, t("settings.install.verb")));
}
