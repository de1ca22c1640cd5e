// Delays an action until the input has stopped changing: several key presses cause one action, with the last value.

const quietMilliseconds = 700;

/** `schedule(value)` calls `send(value)` after 700 ms without another call; `flush()` sends a waiting value at once. */
export function debounce(send) {
  let timer = null;
  let latest;
  const flush = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    send(latest);
  };
  const schedule = (value) => {
    clearTimeout(timer);
    latest = value;
    timer = setTimeout(flush, quietMilliseconds);
  };
  return { schedule, flush };
}
