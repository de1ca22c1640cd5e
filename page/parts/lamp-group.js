// Switches several lamps at once, says what was done, and offers to undo it.

import { switchLamps } from "../home/room-commands.js";
import { shines } from "../home/lamps.js";
import { mayCommandTo } from "../home/command-access.js";
import { list, t } from "../core/text.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

/** `targets` are those of `switchLamps`; `name` is that of the room or home in the message. */
export async function switchLampsWithUndo(context, targets, { name, lamps, value }) {
  const changed = lamps.filter(({ part }) => shines(part) !== value);
  try {
    const { done, failed } = await switchLamps(context, targets, lamps, value);
    if (failed.length) return toast(partialText(context, { name, done, failed, value }), { tone: "danger" });
    toast(t(value ? "lights.areOn" : "lights.areOff", { name }), { action: undoOf(context, { name, changed, value }) });
  } catch (error) {
    toast(`${name}: ${problemText(error)}`, { tone: "danger" });
  }
}

/** The way back for the lamps that were changed, if this person may go it. */
function undoOf(context, { name, changed, value }) {
  if (!changed.length || !changed.every(({ capability }) => mayCommandTo(capability, !value))) return undefined;
  const parts = changed.map(({ device, part }) => ({ device: device.id, part: part.id }));
  const undo = () => switchLampsWithUndo(context, { parts }, { name, lamps: changed, value: !value });
  return [t("toast.undo"), undo];
}

function partialText({ store }, { name, done, failed, value }) {
  const names = list(failed.map(({ device }) => store.devices.get(device)?.name ?? device));
  return t(value ? "lights.partlyOn" : "lights.partlyOff", { name, done: done.length, count: done.length + failed.length,
    names });
}
