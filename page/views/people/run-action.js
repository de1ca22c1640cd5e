// Sends the request of a button and shows its result as a toast.

import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

/** Sends a request, perhaps with a body, and shows `words` after a success. `title` names the act when it needs the PIN.
 *  True after a success; false when the person gave no PIN, or after an error, which it shows. */
export async function runAction({ client, withStepUp }, method, path, { title, words, content }) {
  try {
    if (await withStepUp(() => client.request(method, path, content), title) === undefined) return false;
    toast(words);
    return true;
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
    return false;
  }
}
