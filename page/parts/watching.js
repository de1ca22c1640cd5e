// What is read again while somebody looks at it.

/** Reads every `milliseconds` while the page is seen, and at `again()`. `show` gets what was read; `fail` the error as
 *  long as nothing was: later the line at the top says that the gateway is away, and what is shown stays. */
export function watching(read, { show, fail, milliseconds }) {
  let isShown = false;
  let isOver = false;
  let last = Promise.resolve();

  async function again() {
    try {
      const found = await read();
      if (isOver) return;
      isShown = true;
      show(found);
    } catch (error) {
      if (!isOver && !isShown) fail(error);
    }
  }

  /** One after the other, so that an older answer never takes the place of a newer one. */
  const queued = () => { last = last.then(again); return last; };
  const look = () => { if (document.visibilityState === "visible") queued(); };
  const timer = setInterval(look, milliseconds);
  document.addEventListener("visibilitychange", look);
  return {
    again: queued,
    close() {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    },
  };
}
