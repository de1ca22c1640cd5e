// A deleted task that is added again.

/** Adds a task like the deleted one, with its next date, and with its count from the values that are still stored. Who did
 *  it last, and the way to take that back, are lost. */
export async function restoreTask({ client }, task) {
  const { appliance, device, title, note, schedule, isSafety, template, doneOn: lastDone, usage, snoozedUntil } = task;
  const added = await client.request("POST", "/maintenance/tasks", {
    appliance, device, title, note, schedule, isSafety, template, lastDone, countedFrom: usage?.from,
  });
  const path = `/maintenance/tasks/${added.id}`;
  // The next date may follow from what was done earlier than last time.
  if (task.nextDate && added.nextDate !== task.nextDate) {
    const first = task.nextDate;
    await client.request("PUT", path, { title, note, isSafety, schedule: { ...schedule, first } });
  }
  if (snoozedUntil) await client.request("POST", `${path}/snooze`, { until: snoozedUntil });
}
