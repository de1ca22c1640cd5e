// Switches several lamps at once, says what was done, and offers to undo it.

import { shines } from "../home/lamps.js";
import { mayCommandTo } from "../home/command-access.js";
import { list, t } from "../core/text.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

/** Switches the lamps by one command, and waits for the outcome of each. `name` is that of the room or home in the
 *  message. */
export async function switchLampsWithUndo(context, { name, lamps, value }) {
  const changed = lamps.filter(({ part }) => shines(part) !== value);
  const parts = lamps.map(({ device, part }) => ({ device: device.id, part: part.id }));
  const commands = await context.store.commandParts(parts, "switch", value);
  // A newer command for a lamp has an outcome of its own.
  const ended = commands.filter(({ outcome }) => outcome !== "superseded");
  if (!ended.length) return;
  const failed = ended.filter(({ outcome }) => outcome !== "confirmed" && outcome !== "sent");
  if (failed.length) return toast(failureText(context, { name, count: ended.length, failed, value }), { tone: "danger" });
  toast(t(value ? "lights.areOn" : "lights.areOff", { name }), {
    action: undoOf(context, { name, changed, value }),
    isLast: () => ended.every((command) => context.store.isLastOfDevice(command)),
  });
}

/** The way back for the lamps that were changed, if this person may go it. */
function undoOf(context, { name, changed, value }) {
  if (!changed.length || !changed.every(({ capability }) => mayCommandTo(capability, !value))) return undefined;
  return [t("toast.undo"), () => switchLampsWithUndo(context, { name, lamps: changed, value: !value })];
}

/** Why the whole command failed, or which lamps did. */
function failureText({ store }, { name, count, failed, value }) {
  const [{ error }] = failed;
  if (error && failed.length === count) return problemText(error);
  const names = list(failed.map(({ device }) => store.devices.get(device)?.name ?? device));
  return t(value ? "lights.partlyOn" : "lights.partlyOff", { name, done: count - failed.length, count, names });
}
