// Keeps the page's files, so that it opens without the gateway and shows what was known last. It never keeps answers of
// the API: those are the page's, under the key of the person who may see them.

const files = ["/page/"];
const cacheName = files[0]?.split("/")[1] ?? "page";

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (pathname.startsWith(`/${cacheName}/`)) event.respondWith(keptFirst(event.request));
  else if (["/", "/manifest.webmanifest"].includes(pathname) || pathname.startsWith("/chart.js/")) {
    event.respondWith(newestFirst(event.request));
  }
});

async function fill() {
  const cache = await caches.open(cacheName);
  await cache.addAll(["/", "/manifest.webmanifest", ...files]);
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

async function keptFirst(request) {
  return await caches.match(request) ?? fetch(request);
}

async function newestFirst(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
