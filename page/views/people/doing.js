// Something is done at a tap: what became of it is said at the edge.

import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** True once it is done; false when nobody gave the PIN or the gateway refused, which it says. */
export async function doing({ client, acting }, method, path, words) {
  try {
    if (await acting(() => client.ask(method, path)) === undefined) return false;
    toast(words);
    return true;
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return false;
  }
}
