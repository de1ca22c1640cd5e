// Keeps the page's files, so that it opens without the gateway and shows what was known last. It never keeps answers of
// the API: those are the page's, under the key of the person who may see them.

const files = ["/page/"];
const cacheName = files[0]?.split("/")[1] ?? "page";
const patienceMilliseconds = 3000;

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

/** What the gateway has now, unless it does not answer in time. */
async function newestFirst(request) {
  const cache = await caches.open(cacheName);
  // `/?x` is `/`, and is not kept beside it.
  const { pathname } = new URL(request.url);
  const kept = await cache.match(pathname);
  const fetched = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  });
  if (!kept) return fetched;
  const late = new Promise((resolve) => { setTimeout(resolve, patienceMilliseconds, kept); });
  return Promise.race([fetched.catch(() => kept), late]);
}
