// Keeps shown entries of the activity up to date: the gateway says when there is something new.

/** A command and its outcome, or a PIN and its act, come shortly after each other. */
const collectMilliseconds = 250;

/** A script may cause many entries; each read costs the gateway some work. */
const pauseMilliseconds = 1000;

/** Calls `refresh` soon after the gateway has new entries, and after the connection has come back: never twice at once,
 *  and at most once a second. Returns a function that ends it. */
export function followActivity(store, refresh) {
  let timer = null;
  let hasEnded = false;
  let readAt = -pauseMilliseconds;
  const soon = () => {
    if (timer !== null || hasEnded) return;
    const pause = readAt + pauseMilliseconds - performance.now();
    timer = setTimeout(read, Math.max(collectMilliseconds, pause));
  };
  let isDue = false;
  async function read() {
    isDue = false;
    // A failed read is repeated when the connection is back.
    await refresh().catch(() => {});
    readAt = performance.now();
    timer = null;
    if (isDue) soon();
  }
  const changed = () => { isDue = true; soon(); };
  const stops = [
    store.on("activity", changed),
    store.on("connection", () => { if (store.connection === "live") changed(); }),
  ];
  return () => { stops.forEach((stop) => stop()); clearTimeout(timer); hasEnded = true; };
}
