// Keeping the page's files in this browser, so that it opens without the gateway.

/** Whether it does; undefined until that is known. Browsers refuse under a certificate that they do not trust, and some
 *  in private windows. */
export let keepsOffline;

export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const address = globalThis.trustedTypes
    ?.createPolicy("tomte", { createScriptURL: () => "/service-worker.js" }).createScriptURL("") ?? "/service-worker.js";
  keepsOffline = await navigator.serviceWorker.register(address).then(() => true, () => false);
}
