// What waits for this person: devices that can be added, requests for access, and failures of the gateway.

import { address, currentRoute } from "../core/router.js";
import { t, withAllMessages } from "../core/text.js";
import { poll } from "../parts/poll.js";
import { toast } from "../parts/toast.js";

/** The gateway has an event for devices and for requests. Its failures have none, and requests also end by time. */
const everyMilliseconds = 60_000;

/** Keeps `store.waiting` up to date until `close` is called, and says when a client begins to ask for access. */
export function watchWaiting({ store, client }) {
  const ask = (permission, path) => (store.may(permission) ? client.request("GET", path) : []);
  /** The ids of the requests of the last read; null before the first one, whose requests have only a badge. */
  let known = null;

  async function read() {
    const [devices, pairings, invitations, { findings = [] }] = await Promise.all([
      ask("addDevices", "/discovered"), ask("managePeople", "/pairings"), ask("managePeople", "/invitations"),
      ask("manageMaintenance", "/diagnostics"),
    ]);
    const graded = (grade) => findings.filter(({ severity }) => severity === grade).length;
    return {
      devices: devices.filter(({ isAdoptable }) => isAdoptable).length,
      requests: [...pairings.filter(({ isApproved }) => !isApproved), ...invitations.filter(({ state }) => state === "waiting")],
      failures: graded("failing"), warnings: graded("warning"),
    };
  }

  function show({ requests, ...waiting }) {
    store.setWaiting({ ...waiting, requests: requests.length });
    const newest = known && requests.findLast(({ id }) => !known.has(id));
    known = new Set(requests.map(({ id }) => id));
    // The view of the people shows the request itself.
    if (newest && currentRoute().name !== "people") announce(newest);
  }

  async function announce({ id, clientName, person }) {
    const people = await withAllMessages(client.request("GET", "/people")).catch(() => null);
    const name = people?.find((one) => one.id === person)?.name;
    if (!name || isClosed) return;
    toast(t("waiting.asks", { client: clientName, name }), {
      action: [t("waiting.show"), () => { location.hash = address("people"); }], isLast: () => known.has(id),
    });
  }

  let isClosed = false;
  const poller = poll(read, { show, fail: () => {}, milliseconds: everyMilliseconds });
  const stop = store.on(["devices", "home", "requests"], poller.refresh);
  poller.refresh();
  return { refresh: poller.refresh, close: () => { isClosed = true; stop(); poller.close(); } };
}
