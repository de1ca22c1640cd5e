// The appliances and the maintenance tasks of the home. Each view of a device needs them, so they are read once, and again
// after a change.

/** What a task has counted grows without an event. */
const heldMilliseconds = 5 * 60 * 1000;
const caches = new WeakMap();

/** `{ appliances, tasks }` of the home; those of the gateway now with `isFresh`. Throws `Problem` and `Unreachable`. */
export function upkeepOf({ client, store }, { isFresh = false } = {}) {
  const cache = cacheOf(store);
  if (isFresh || !cache.reading || performance.now() > cache.end) {
    const reading = client.request("GET", "/maintenance/upkeep");
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

/** What of it belongs to a device: `{ appliances, tasks }`, the appliances that are linked to it, and the tasks of these, of
 *  the device itself, and those that count from it. */
export function upkeepOfDevice({ appliances, tasks }, device) {
  const own = appliances.filter((appliance) => appliance.device === device);
  const ids = new Set(own.map(({ id }) => id));
  return {
    appliances: own,
    tasks: tasks.filter((task) => task.device === device || task.schedule.device === device || ids.has(task.appliance)),
  };
}

/** The tasks of an appliance, and those of the device that is linked to it. */
export const tasksOfAppliance = (tasks, { id, device }) =>
  tasks.filter((task) => task.appliance === id || (device && task.device === device));
