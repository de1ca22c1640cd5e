// The dialog with the PIN that a lock demands with each command over the network. The page never reads the PIN back.

import { Problem } from "../../core/api.js";
import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { pairingProblem } from "../../home/device-pairing.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { digits } from "../../parts/pin.js";
import { toast } from "../../parts/toast.js";

const protocol = "matter";
/** What the gateway accepts of any lock; each lock accepts less. */
const mostDigits = 32;
const problem = (error) => (error.code === "invalidPIN"
  ? t("lockPIN.rule")
  : pairingProblem(error, protocol));

/** The devices of a pairing that are locks which demand a PIN. */
export const locksOf = ({ devices }) => devices.filter(({ lockPIN }) => lockPIN);

/** What a person must do about the PIN of a lock; null when the gateway has it, or needs none. */
export function lockPINWarning({ lockPIN, name }) {
  return lockPIN === "needed" || lockPIN === "refused" ? t(`lockPIN.${lockPIN}`, { name }) : null;
}

/** Asks for the PIN of `lock`, a device of the pairing whose path is `path`, or deletes it. `changed()` is called after
 *  that. */
export async function lockPINDialog({ client, withStepUp }, lock, { path, changed }) {
  const { id, name, lockPIN } = lock;
  const title = t("lockPIN.title", { name });
  const isKept = lockPIN !== "needed";

  const done = await dialog(title, (close) => {
    const submit = async ({ pin }) => {
      if (!/^\d+$/.test(pin)) throw new Problem(422, { field: "pin", code: "invalidPIN", detail: t("lockPIN.rule") });
      const keep = () => client.request("PUT", `${path}/lock-pin`, { device: id, pin });
      // The response has no content: null means done, undefined that the person gave no PIN of their own.
      if (await withStepUp(keep, title) !== undefined) close("lockPIN.isKept");
    };
    const remove = async () => {
      try {
        await client.request("DELETE", `${path}/lock-pin?device=${encodeURIComponent(id)}`);
        close("lockPIN.deleted");
      } catch (error) {
        toast(problem(error), { tone: "danger" });
      }
    };
    const warning = lockPINWarning(lock);
    const control = digits("off", mostDigits);
    return [
      el("p", {}, t("lockPIN.why")),
      warning && el("p.notice.warn", {}, icon("warning"), el("span", {}, warning)),
      form([field({ name: "pin", label: t("lockPIN.label"), help: t("lockPIN.help"), control })], {
        verb: t("lockPIN.keep"), cancel: () => close(), submit, textOf: problem,
      }),
      isKept && el("div.actions", {},
        el("button.button.risky", { type: "button", on: { click: remove } }, t("lockPIN.delete"))),
    ].filter(Boolean);
  });
  if (!done) return;
  toast(t(done, { name }));
  await changed();
}
