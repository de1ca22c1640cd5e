// The section about the connection: how to trust the home's certificate, and the certificates of the gateway.

import { el } from "../../core/dom.js";
import { day, fingerprint } from "../../core/format.js";
import { list, t } from "../../core/text.js";
import { newCertificate, recordInstalled } from "../../home/new-certificate.js";
import { trust } from "../../parts/trust.js";

export async function open({ store, client, session }) {
  const asked = newCertificate({ store, session });
  const [ways, own] = await Promise.all([
    trust({ level: "h3", recordInstalled: asked && (() => recordInstalled(session, asked)) }),
    store.may("manageMaintenance") ? client.request("GET", "/certificates").catch(() => []) : [],
  ]);
  return { element: el("div.cards", {}, ways, own.length > 0 && certificates(own)) };
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
