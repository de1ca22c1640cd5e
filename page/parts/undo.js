// Commands by a single tap: once one is done, a message offers to undo it.

import { mayCommandTo } from "../home/command-access.js";
import { coverText } from "../home/cover.js";
import { kind, readingText } from "../core/format.js";
import { t } from "../core/text.js";
import { toast } from "./toast.js";

/** Sends a command. When the device has confirmed it, a message names it and offers the way back, if this person may go
 *  it. */
export async function actWithUndo({ store, sendCommand }, { device, part, capability, value, name }) {
  const before = store.capability(device, part, capability)?.state?.value;
  const command = await sendCommand(device, part, capability, value);
  const known = store.capability(device, part, capability);
  if (!known || (command?.status !== "confirmed" && command?.status !== "sent")) return;
  const isUndone = before !== undefined && before !== value && mayCommandTo(known, before);
  const undo = [t("toast.undo"), () => sendCommand(device, part, capability, before)];
  toast(t("tile.done", { name, value: doneText(store, { device, part, known, value }) }), { action: isUndone && undo });
}

function doneText(store, { device, part, known, value }) {
  if (kind(known) !== "position") return readingText(known, value);
  return coverText(store.devices.get(device).parts.find(({ id }) => id === part));
}
