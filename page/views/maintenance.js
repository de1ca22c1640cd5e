// The maintenance view: what is due, and the appliances of the home by room. `#/maintenance/ID` shows one appliance,
// `?form` its form, `?show=history` what was done to all of them, `?show=tasks` all tasks and `?show=batteries` the
// batteries of all devices.

import { openAppliance } from "./maintenance/appliance.js";
import { openForm } from "./maintenance/appliance-form.js";
import { openBatteries } from "./maintenance/batteries.js";
import { openHistory } from "./maintenance/history.js";
import { openList } from "./maintenance/list.js";
import { openTasks } from "./maintenance/tasks.js";

const parts = { history: openHistory, tasks: openTasks, batteries: openBatteries };

export const styles = ["facts", "maintenance"];

export async function open(context, { id, query }) {
  if (!context.store.home) await context.store.read();
  const part = parts[query.get("show")];
  if (part) return part(context);
  if (query.has("form")) return openForm(context, id);
  return id ? openAppliance(context, id) : openList(context);
}
