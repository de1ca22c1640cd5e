// Who presses a key or a button several times means the last of it.

const milliseconds = 700;

/** `later(value)` sends once nobody has asked for anything else for a while, `now()` what still waits. */
export function patience(send) {
  let timer = null;
  let waiting;
  const now = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    send(waiting);
  };
  const later = (value) => {
    clearTimeout(timer);
    waiting = value;
    timer = setTimeout(now, milliseconds);
  };
  return { later, now };
}
