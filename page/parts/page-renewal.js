// Replaces a page that is older than the gateway by the gateway's current one: the gateway has refused its requests, or a
// module of it is missing.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";

/** The address of this module contains the version of the page. */
const version = import.meta.url;
const renewedVersionKey = "tomte.renewedVersion";
const reloadedKey = "tomte.reloaded";

let isReported = false;
/** The last text field in which the person typed. */
let typedField = null;

/** Reloads the page once when the gateway says that it is too old. While the person fills in a form or a dialog is open,
 *  and if the reload did not help, it shows a message with a button instead. */
export function renewWhenTooOld() {
  document.addEventListener("input", ({ target }) => { if (target.matches(textFields)) typedField = target; });
  window.addEventListener("tomte-client-too-old", () => {
    if (isReported) return;
    isReported = true;
    if (isInUse() || sessionStorage.getItem(renewedVersionKey) === version) showMessage();
    else renew();
  });
}

const textFields = "textarea, input:not([type=checkbox], [type=radio], [type=range])";

const isInUse = () => document.querySelector("dialog[open]") !== null
  || (typedField?.isConnected === true && typedField.value !== "");

/** Without the cached files, because the service worker may have those of the old page. */
async function renew() {
  sessionStorage.setItem(renewedVersionKey, version);
  const names = await globalThis.caches?.keys().catch(() => []) ?? [];
  await Promise.all(names.map((name) => caches.delete(name).catch(() => false)));
  location.reload();
}

/** The message stays until the page is reloaded, because nothing works before. */
function showMessage() {
  document.getElementById("toasts").append(el("div.toast.warn", {},
    el("p", {}, t("problem.clientTooOld")),
    el("button.button", { type: "button", on: { click: renew } }, t("problem.reload"))));
}

/** Reloads the page when a module of it is missing, at most once a minute: the gateway serves a newer page, or was away
 *  when the module was loaded, which browsers remember until a reload. True when it reloads. While the gateway is away,
 *  a reload would only lose what is shown. */
export async function reloadsForMissingModule() {
  const last = Number(sessionStorage.getItem(reloadedKey));
  if (Date.now() - last < 60_000 || !await isGatewayThere()) return false;
  sessionStorage.setItem(reloadedKey, Date.now());
  location.reload();
  return true;
}

/** Any answer counts, also a refusal. */
const isGatewayThere = () =>
  fetch("/api/v1/health", { cache: "no-store", signal: AbortSignal.timeout(5000) }).then(() => true, () => false);
