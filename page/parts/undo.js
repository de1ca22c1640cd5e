// Commands by a single tap: once one is done, a message offers to undo it.

import { mayCommandTo } from "../home/command-access.js";
import { positionText } from "../home/cover.js";
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
  const canBeUndone = before !== undefined && before !== value && mayCommandTo(known, before);
  const undo = [t("toast.undo"), () => sendCommand(device, part, capability, before)];
  toast(t("tile.done", { name, value: doneText(known, value) }),
    { action: canBeUndone && undo, isLast: () => store.isLastOfDevice(command) });
}

/** The value that the command set. The device may still report the end of its movement. */
const doneText = (capability, value) =>
  (kind(capability) === "position" ? positionText : readingText)(capability, value);
