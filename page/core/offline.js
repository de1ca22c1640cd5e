// Registers the service worker, which caches the page's files so that the page opens without the gateway.

/** Whether the service worker is registered; undefined until that is known. Browsers refuse it when they do not trust
 *  the certificate, and some refuse it in private windows. */
export let keepsOffline;

let registered;

/** Registers the service worker, once. Resolves when `keepsOffline` is known. The worker then fetches every file of the
 *  page, so this is not called before the first view is shown. */
export function keepOffline() { return registered ??= register(); }

async function register() {
  if (!("serviceWorker" in navigator)) return;
  const address = globalThis.trustedTypes
    ?.createPolicy("tomte", { createScriptURL: () => "/service-worker.js" }).createScriptURL("") ?? "/service-worker.js";
  keepsOffline = await navigator.serviceWorker.register(address).then(() => true, () => false);
}
