// A card for a discovered device: what it is, whether it can be adopted, and a button for that.

import { canIdentify, cautions, iconOf, isPairable, protocolName, nameOf, adoptionObstacle, descriptionOf } from "../../home/found.js";
import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { age } from "../../parts/age.js";
import { details } from "../../parts/facts.js";

/** `adopt(device)`, `configure(device)`, `pair(device)` or `locate(device)` is called by the buttons of the card. */
export function foundCard(device, { adopt, configure, pair, locate }) {
  const why = adoptionObstacle(device);
  const id = `found-${device.id}`;
  const button = (verb, style, act) => el(`button.button${style}`, {
    type: "button", "aria-describedby": id, on: { click: () => act(device) },
  }, t(verb));
  const [verb, act] = device.setup ? ["setupDevice.configure", configure] : ["found.adopt", adopt];
  return el(`li.found-card${why ? "" : ".can-adopt"}`, {},
    el("span.found-icon", {}, icon(iconOf(device))),
    el("div.found-words", {},
      el("h3", { id }, nameOf(device)),
      descriptionOf(device) && el("p", {}, descriptionOf(device)),
      el("p.muted", {}, device.dialects.map(protocolName).join(", ") || protocolName(device.setup?.dialect ?? device.link), " · ",
        age(device.firstSeen, "found.since"))),
    !why && !isPairable(device) && button(verb, ".primary", act),
    !why && isPairable(device) && el("div.actions", {},
      canIdentify(device) && button("pairing.identify", "", locate), button("pairing.pair", ".primary", pair)),
    why && el("p.found-why", {}, why),
    cautions(device).map(caution),
    more(device));
}

function caution([tone, text]) {
  if (tone === "muted") return el("p.found-why", {}, text);
  return el(`p.notice.${tone}`, {}, icon("warning"), el("span", {}, text));
}

function more(device) {
  return details([
    [t("found.name"), nameOf(device) === device.name ? null : device.name],
    [t("found.firstSeen"), moment(device.firstSeen)],
    [t("found.category"), device.category],
    [t("found.link"), device.link],
    [t("found.address"), device.address],
    [t("found.network"), device.addresses.join(", ")],
    [t("found.rival"), device.rivals.join(", ")],
    [t("facts.id"), device.id],
  ], device.others.length > 0 && el("div", {}, el("p.muted", {}, t("found.othersTitle")),
    el("ul.found-others", {}, device.others.map((text) => el("li", {}, text)))));
}
