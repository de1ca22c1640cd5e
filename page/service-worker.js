// Caches the page's files, so that the page opens without the gateway and shows the last known state. It never caches
// responses of the API: the page stores those itself, separately for each person.

const files = ["/page/"];
const cacheName = files[0]?.split("/")[1] ?? "page";
const answerTimeoutMilliseconds = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(fillCache().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (pathname.startsWith(`/${cacheName}/`)) event.respondWith(cacheFirst(event.request));
  else if (["/", "/manifest.webmanifest"].includes(pathname) || pathname.startsWith("/chart.js/")) {
    event.respondWith(networkFirst(event.request));
  }
});

async function fillCache() {
  const cache = await caches.open(cacheName);
  await cache.addAll(["/", "/manifest.webmanifest", ...files]);
}

async function deleteOtherCaches() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

async function cacheFirst(request) {
  return await caches.match(request) ?? fetch(request);
}

/** The gateway's current file; the cached one when the gateway does not answer in time. */
async function networkFirst(request) {
  const cache = await caches.open(cacheName);
  // `/?x` is the same file as `/` and gets no cache entry of its own.
  const { pathname } = new URL(request.url);
  const cached = await cache.match(pathname);
  const fetched = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  });
  if (!cached) return fetched;
  const timeout = new Promise((resolve) => { setTimeout(resolve, answerTimeoutMilliseconds, cached); });
  return Promise.race([fetched.catch(() => cached), timeout]);
}
