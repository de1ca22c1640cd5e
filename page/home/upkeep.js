// The appliances and the maintenance tasks of the home. Each view of a device needs them, so they are read once, and again
// after a change.

/** What a task has counted grows without an event. */
const heldMilliseconds = 5 * 60 * 1000;
const caches = new WeakMap();

/** `{ appliances, tasks }` of the home; those of the gateway now with `isFresh`. Throws `Problem` and `Unreachable`. */
export function upkeepOf({ client, store }, { isFresh = false } = {}) {
  const cache = cacheOf(store);
  if (isFresh || !cache.reading || performance.now() > cache.end) {
    const reading = read(client);
    Object.assign(cache, { reading, end: performance.now() + heldMilliseconds });
    reading.catch(() => { if (cache.reading === reading) cache.reading = null; });
  }
  return cache.reading;
}

function cacheOf(store) {
  if (!caches.has(store)) {
    const cache = { reading: null, end: 0 };
    caches.set(store, cache);
    store.on(["maintenance", "home", "connection"], () => { cache.reading = null; });
  }
  return caches.get(store);
}

async function read(client) {
  const [appliances, tasks] = await Promise.all(
    ["/appliances", "/maintenance/tasks"].map((path) => client.request("GET", path)));
  return { appliances, tasks };
}
