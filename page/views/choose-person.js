// Asks which of the people who use this browser is here now.

import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

export function open({ residents, enter, add }) {
  const button = (name, act, ...classes) =>
    el(["button.button", ...classes].join("."), { type: "button", on: { click: act } }, icon("person"), name);
  return el("main.welcome", {},
    el("div.welcome-sign", {}, icon("tomte"), el("h1", {}, t("who.title"))),
    residents.map((identity) => button(identity.name ?? identity.person, () => enter(identity), "primary")),
    button(t("who.add"), add));
}
