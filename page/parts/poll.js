// Reads data at an interval while the page is visible.

/** Calls `read` every `milliseconds` while the page is visible, and at `refresh()`, and passes the result to `show`.
 *  `fail` gets an error only until the first success: later the summary line reports a lost connection, and the data
 *  stays. */
export function poll(read, { show, fail, milliseconds }) {
  let hasShown = false;
  let isOver = false;
  let previous = Promise.resolve();

  async function readOnce() {
    try {
      const found = await read();
      if (isOver) return;
      hasShown = true;
      show(found);
    } catch (error) {
      if (!isOver && !hasShown) fail(error);
    }
  }

  /** Reads one after the other, so that an older response never replaces a newer one. */
  const refresh = () => { previous = previous.then(readOnce); return previous; };
  const refreshIfVisible = () => { if (document.visibilityState === "visible") refresh(); };
  const timer = setInterval(refreshIfVisible, milliseconds);
  document.addEventListener("visibilitychange", refreshIfVisible);
  return {
    refresh,
    close() {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfVisible);
    },
  };
}
