// Switches several lamps at once, says what was done, and offers to undo it.

import { shines } from "../home/lamps.js";
import { mayCommandTo } from "../home/command-access.js";
import { list, t } from "../core/text.js";
import { toast } from "./toast.js";

/** Sends a command to each lamp, and waits for the outcomes. `name` is that of the room or home in the message. */
export async function switchLampsWithUndo(context, { name, lamps, value }) {
  const changed = lamps.filter(({ part }) => shines(part) !== value);
  const commands = await Promise.all(lamps.map(({ device, part }) =>
    context.store.command(device.id, part.id, "switch", value)));
  const isDone = ({ outcome }) => outcome === "confirmed" || outcome === "sent";
  const failed = commands.filter((command) => !isDone(command));
  if (failed.length) return toast(partialText(context, { name, count: lamps.length, failed, value }), { tone: "danger" });
  toast(t(value ? "lights.areOn" : "lights.areOff", { name }), { action: undoOf(context, { name, changed, value }) });
}

/** The way back for the lamps that were changed, if this person may go it. */
function undoOf(context, { name, changed, value }) {
  if (!changed.length || !changed.every(({ capability }) => mayCommandTo(capability, !value))) return undefined;
  return [t("toast.undo"), () => switchLampsWithUndo(context, { name, lamps: changed, value: !value })];
}

function partialText({ store }, { name, count, failed, value }) {
  const names = list(failed.map(({ device }) => store.devices.get(device)?.name ?? device));
  return t(value ? "lights.partlyOn" : "lights.partlyOff", { name, done: count - failed.length, count, names });
}
