// The dialog that erases a person, who may be the one who asks.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";
import { dialog } from "./dialog.js";
import { field, form } from "./form.js";
import { toast } from "./toast.js";

/** The gateway answers after 20 seconds at the latest, which is also how long other requests wait. */
const milliseconds = 60_000;

/** Asks for the name, and erases the person. Resolves with true when they have no access any more. */
export async function erasePerson(person, { client, store, withStepUp }) {
  const isSelf = store.home.person?.id === person.id;
  const title = t(isSelf ? "erasure.self" : "erasure.who", person);
  // The answer of the gateway; null until it is asked.
  let answer = null;
  const isErased = await dialog(title, (close) => [
    el("p", {}, t(isSelf ? "erasure.selfText" : "erasure.text", person)),
    el("p.help", {}, t("erasure.flash")),
    form([
      field({
        name: "name", label: t("erasure.name", person), autocomplete: "off", maxlength: 400, autofocus: true,
        check: (text) => (text.trim().normalize("NFC") === person.name ? null : t("erasure.otherName", person)),
      }),
    ], {
      verb: t("erasure.verb"), danger: true, cancel: () => close(false),
      submit: async ({ name }) => {
        const ask = () => client.request("POST", "/privacy/erasures", { person: person.id, name }, { milliseconds });
        answer = withStepUp(ask, title);
        const erasure = await answer;
        if (!erasure) return;
        close(true);
        // The end of the session removes all messages.
        if (!isSelf) toast(t(erasure.state === "finished" ? "erasure.done" : "erasure.running", person));
      },
    }),
  ]) === true;
  // The session of an erased person may end before the answer arrives, and closes the dialog.
  return isErased || Boolean(isSelf && await answer?.catch(() => null));
}
