// What is due in the home, for people who may maintain it.

import { poll } from "../parts/poll.js";

/** The gateway has an event for changes. A day that begins makes something due within a minute. */
const everyMilliseconds = 600_000;

/** Keeps `store.due` up to date until `close` is called; null for a person who may not maintain the home. */
export function watchDue({ store, client }) {
  const read = () => (store.may("manageMaintenance") ? client.request("GET", "/maintenance/due") : null);
  const poller = poll(read, { show: (due) => store.setDue(due), fail: () => {}, milliseconds: everyMilliseconds });
  const stop = store.on(["maintenance", "home"], poller.refresh);
  poller.refresh();
  return { refresh: poller.refresh, close: () => { stop(); poller.close(); } };
}
