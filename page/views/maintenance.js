// The maintenance view: the appliances of the home by room. `#/maintenance/ID` shows one appliance, `?form` its form, and
// `?show=history` what was done to all of them.

import { openAppliance } from "./maintenance/appliance.js";
import { openForm } from "./maintenance/appliance-form.js";
import { openHistory } from "./maintenance/history.js";
import { openList } from "./maintenance/list.js";

export const styles = ["facts", "maintenance"];

export async function open(context, { id, query }) {
  if (!context.store.home) await context.store.read();
  if (query.get("show") === "history") return openHistory(context);
  if (query.has("form")) return openForm(context, id);
  return id ? openAppliance(context, id) : openList(context);
}
