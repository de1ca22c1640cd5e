// Tells a person when another person has exported their data.

import { moment } from "../core/format.js";
import { address } from "../core/router.js";
import { t, withAllMessages } from "../core/text.js";
import { toast } from "../parts/toast.js";

/** The name of the person who exported the data; one who was removed since has none. */
export const exporterName = ({ name, actor }) =>
  name ?? t(actor === "console" ? "history.actor.console" : "history.actor.former");

/** Asks now and whenever the home of this person changes, until `close` is called. Each export appears once in this
 *  browser. */
export function watchExports({ store, client, session }) {
  let isClosed = false;
  /** The sequence number of the newest export that this browser has told. Its time may be that of a wrong clock. */
  let told = session.identity.toldExport ?? 0;

  async function read() {
    // A message of a page that is in the background ends before the person sees it.
    if (document.hidden) return;
    // Everybody who passes by sees a panel.
    if (!store.home?.person || store.home.isPanel) return;
    const [newest] = await client.request("GET", "/privacy/exports").catch(() => []);
    const isTold = () => newest.sequence <= told;
    if (!newest || isTold()) return;
    // Few people see such a message, so its texts are loaded only now.
    if (!await withAllMessages(true).catch(() => false) || isClosed || document.hidden || isTold()) return;
    told = newest.sequence;
    await session.remember({ toldExport: told });
    toast(t("export.told", { who: exporterName(newest), time: moment(newest.time) }), {
      tone: "warn", action: [t("waiting.show"), () => { location.hash = address("settings", "you"); }],
    });
  }

  const stop = store.on("home", read);
  document.addEventListener("visibilitychange", read);
  read();
  return { close: () => { isClosed = true; stop(); document.removeEventListener("visibilitychange", read); } };
}
