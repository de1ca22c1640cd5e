// Loads a part of the page when it is needed for the first time, so that the first view is smaller.

import { t } from "../core/text.js";
import { toast } from "./toast.js";

/** The result of `load`; undefined when it fails, for example because the phone has just changed its network. Then a
 *  message offers to load the page again, because browsers keep a failed import until then. */
export async function loadPart(load) {
  try {
    return await load();
  } catch {
    toast(t("toast.notLoaded"), { tone: "danger", action: [t("toast.reload"), () => location.reload()] });
    return undefined;
  }
}
