// The way out of the view for a panel on a wall. It needs the PIN of the person whose panel it is, because everybody who
// passes by can touch the panel.

import { withAllMessages, t } from "../core/text.js";
import { loadPart } from "./load-part.js";

/** Asks for the PIN, and shows the whole page after it. A session that was invited as a panel stays one. */
export async function leavePanel(context) {
  const { session, store, restart } = context;
  const dialog = await loadPart(() => withAllMessages(import("./pin.js")));
  if (!dialog) return;
  const { confirmPIN, lacksPIN, showNotice } = dialog;
  if (await lacksPIN(store)) return showNotice(t("wall.leave"), t("wall.leaveWithoutPIN"));
  const help = t("wall.leaveHelp", { name: store.home?.person?.name ?? "" });
  if (!await confirmPIN(context, "commands", t("wall.leave"), help)) return;
  await session.remember({ isWall: false });
  await restart();
}
