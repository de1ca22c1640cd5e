// The section about the program: version, API and first setup.

import { el } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { age } from "../../parts/age.js";
import { setting } from "../../parts/setting.js";

export async function open({ store, client }) {
  const ask = (permission, path) => (store.may(permission) ? client.request("GET", path).catch(() => null) : null);
  const diagnostics = await ask("manageMaintenance", "/diagnostics");
  return {
    element: el("div.cards", {},
      el("section.card", {}, el("h3", {}, "Tomte"), el("p.muted", {}, t("settings.aboutHelp")),
        diagnostics && setting(t("settings.version"), null, el("span.numerals", {}, diagnostics.version)),
        diagnostics && setting(t("settings.started"), moment(diagnostics.startedAt),
          el("span.numerals", {}, age(diagnostics.startedAt))),
        setting(t("settings.api"), t("settings.apiHelp"),
          el("a.button", { href: "/api/v1/openapi.json", target: "_blank", rel: "noreferrer" }, t("settings.apiVerb"))),
        store.may("modifySettings") && setting(t("settings.setup"), t("settings.setupHelp"),
          el("a.button", { href: address("setup", "privacy") }, t("settings.setupVerb"))),
        // A wipe lists devices that are reset by hand, and ends this page, so it is only in the command line.
        store.may("ownHome") && setting(t("settings.wipe"), t("settings.wipeHelp"), el("code", {}, "tomte wipe")))),
  };
}
