// The section about the connection: how to trust the home's certificate, and the certificates of the gateway.

import { el } from "../../core/dom.js";
import { day, fingerprint } from "../../core/format.js";
import { list, t } from "../../core/text.js";
import { newCertificate, recordInstalled } from "../../home/new-certificate.js";
import { trust } from "../../parts/trust.js";

export async function open({ store, client, session }) {
  const element = el("div.cards");
  const own = store.may("manageMaintenance") ? client.request("GET", "/certificates").catch(() => []) : [];
  let asked;
  const show = async () => {
    const found = newCertificate({ store, session });
    asked = found;
    const record = found && (() => recordInstalled(session, found));
    const [ways, listed] = await Promise.all([trust({ level: "h3", recordInstalled: record }), own]);
    // The home may have been read meanwhile; then a later call shows it.
    if (asked === found) element.replaceChildren(...[ways, listed.length > 0 && certificates(listed)].filter(Boolean));
  };
  // The home that was kept in the browser may not know yet that there is a new certificate.
  const stop = store.on(["home"], () => newCertificate({ store, session })?.made !== asked?.made && show());
  await show();
  return { element, close: stop };
}

function certificates(own) {
  return el("section.card", {}, el("h3", {}, t("settings.certificates")),
    el("p.muted", {}, t("settings.certificatesHelp")), el("ul.rows", {}, own.map(row)));
}

const row = ({ use, names = [], expiresAt, fingerprint: print }) => el("li.row", {}, el("div.row-words", {},
  el("p.setting-name", {}, t(`settings.certificate.${use}`)), el("p.help", {}, t(`settings.certificate.${use}Help`)),
  el("p.help.numerals", {}, t("trust.until", { day: day(expiresAt) })),
  el("details.fold", {}, el("summary", {}, t("settings.details")),
    names.length > 0 && el("p.help", {}, t("settings.certificateNames", { names: list(names) })),
    el("p.fingerprint", {}, fingerprint(print)))));
