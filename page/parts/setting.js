// A row of settings: what it is on the left, what there is to do on the right.

import { el } from "../core/dom.js";

export function setting(name, value, ...controls) {
  return el("div.setting", {},
    el("div", {}, el("p.setting-name", {}, name), value && el("p.help", {}, value)), controls);
}
