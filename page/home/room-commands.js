// One command for several lamps: those of a room, of the home, or some of them.

/** Switches lamps by one request, and waits for the outcomes. `targets` are those of `POST /commands`: `{ home: true }`,
 *  `{ rooms: [id] }` or `{ parts: [{ device, part }] }`; `lamps` are the lamps that this person sees there. Returns
 *  `{ done, failed }`, lists of `{ device, part }`. Throws `Problem` and `Unreachable`. */
export async function switchLamps({ client, store }, targets, lamps, value) {
  const body = { targets, capability: "switch", value, idempotencyKey: crypto.randomUUID() };
  if (!targets.parts) body.purposes = ["light"];
  try {
    const { commands } = await client.request("POST", "/commands?wait=confirmed", body);
    return outcomes(commands);
  } catch (error) {
    if (error.status !== 404 && error.status !== 405) throw error;
    return outcomes(await switchOneByOne(store, lamps, value));
  }
}

/** An earlier gateway has no command for several parts. */
function switchOneByOne(store, lamps, value) {
  return Promise.all(lamps.map(({ device, part }) => store.command(device.id, part.id, "switch", value)));
}

function outcomes(commands) {
  const isDone = ({ outcome }) => outcome === "confirmed" || outcome === "sent";
  const { done = [], failed = [] } = Object.groupBy(commands, (command) => (isDone(command) ? "done" : "failed"));
  return { done, failed };
}
