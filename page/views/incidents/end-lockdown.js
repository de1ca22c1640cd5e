// Ends the lockdown from an incident, with the PIN.

import { t } from "../../core/text.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** Returns whether the lockdown has ended. */
export async function endLockdown({ client, store, withStepUp }) {
  try {
    const now = await withStepUp(() => client.request("POST", "/lockdown", { isOn: false }), t("lockdown.endTitle"));
    if (!now) return false;
    await store.readHome();
    return !now.isOn;
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return false;
  }
}
