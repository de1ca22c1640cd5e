// The maintenance tasks of a device, for people who may maintain the home.

import { el } from "../../core/dom.js";
import { withAllMessages } from "../../core/text.js";

/** `{ element, close() }`. The element is hidden until the tasks are read, and for other people. */
export function maintenanceTasks(context, id) {
  const { session, store } = context;
  const element = el("div.device-tasks", { hidden: true });
  let card = null;
  let isClosed = false;
  const close = () => { isClosed = true; card?.close(); };
  if (session.isWall || !store.may("manageMaintenance")) return { element, close };
  // A failure shows nothing: the tasks are in a view of their own.
  load(context, id).then((loaded) => {
    card = loaded;
    if (isClosed) return card.close();
    element.replaceChildren(card.element);
    element.hidden = false;
  }, () => {});
  return { element, close };
}

async function load(context, device) {
  const { deviceTaskCard } = await withAllMessages(import("../maintenance/task-card.js"));
  return deviceTaskCard(context, device);
}
