// The field for the name of this phone or browser.

import { t } from "../../core/text.js";
import { nameField } from "../../parts/form.js";
import { browserAndSystem } from "./browser-and-system.js";

export function clientField() {
  return nameField({ name: "clientName", label: t("pair.client"), value: proposedName(), help: t("pair.clientHelp") });
}

/** "Chrome on Android"; only what is known of the browser and its system. */
function proposedName() {
  const { browser, system } = browserAndSystem(navigator);
  return browser && system ? t("pair.browserOn", { browser, system }) : browser ?? system ?? t("pair.browser");
}
