// Sends the request of a button and shows its result as a toast.

import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** Sends a request without a body, and shows `words` after a success. True after a success; false when the person gave
 *  no PIN, or after an error, which it shows. */
export async function runAction({ client, withStepUp }, method, path, words) {
  try {
    if (await withStepUp(() => client.request(method, path)) === undefined) return false;
    toast(words);
    return true;
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return false;
  }
}
