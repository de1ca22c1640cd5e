// Registers the service worker, which caches the page's files so that the page opens without the gateway.

/** Whether the service worker is registered; undefined until that is known. Browsers refuse it when they do not trust
 *  the certificate, and some refuse it in private windows. */
export let keepsOffline;

/** Registers the service worker and sets `keepsOffline`. */
export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const address = globalThis.trustedTypes
    ?.createPolicy("tomte", { createScriptURL: () => "/service-worker.js" }).createScriptURL("") ?? "/service-worker.js";
  keepsOffline = await navigator.serviceWorker.register(address).then(() => true, () => false);
}
