// A part of a view that is read again after each change, also after those that other people make.

import { whenNoDialogIsOpen } from "./dialog.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

/** Shows what `read(isFirst)` returns with `show`, and reads again after `topic` of the store has changed. It reads one
 *  after the other, so that an older response never replaces a newer one, and not while a dialog is open, so that the
 *  button that opened it is there when it closes. Resolves after the first time with `{ refresh(), close() }`, and throws
 *  what that has thrown. `refresh()` shows a failure as a message, and never throws. */
export async function livePart(store, topic, { read, show }) {
  let isClosed = false;
  let last = Promise.resolve();
  let next = null;

  async function readAndShow(isFirst) {
    const found = await read(isFirst);
    if (!isClosed) await show(found);
  }

  function readAgain() {
    next ??= last.then(whenNoDialogIsOpen).then(() => {
      next = null;
      return isClosed ? undefined : readAndShow(false);
    });
    const reading = next;
    last = reading.catch(() => {});
    return reading;
  }

  const stop = store.on(topic, () => readAgain().catch(() => {}));
  const close = () => { isClosed = true; stop(); };
  const first = readAndShow(true);
  last = first.catch(close);
  await first;
  return {
    refresh: () => readAgain().catch((error) => toast(problemText(error), { tone: "danger" })),
    close,
  };
}
