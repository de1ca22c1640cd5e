// A row of the settings: the name and a line of help on the left, the controls on the right.

import { el } from "../core/dom.js";

export function setting(name, value, ...controls) {
  return el("div.setting", {},
    el("div", {}, el("p.setting-name", {}, name), value && el("p.help", {}, value)), controls);
}
