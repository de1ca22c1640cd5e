// The arrow back: to the view from which this one was opened, at the place where it was left, else to the home.

import { el, icon } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";

export function backLink() {
  const click = (event) => {
    if (!globalThis.navigation?.canGoBack) return;
    event.preventDefault();
    history.back();
  };
  const label = t(globalThis.navigation?.canGoBack ? "device.goBack" : "device.back");
  return el("a.device-back", { href: address("home"), "aria-label": label, on: { click } }, icon("back"));
}
