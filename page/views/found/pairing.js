// The dialog that pairs with a discovered device by the code that is printed on it.

import { el, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { groupedCode, isPairingCode, pairingProblem } from "../../home/device-pairing.js";
import { nameOf } from "../../home/found.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";

/** Small devices compute for many seconds in each of three steps, and the gateway tries each of their addresses. */
const pairingMilliseconds = 180_000;
/** What a paired device is asked for, it answers within seconds. */
export const askingMilliseconds = 60_000;

/** Shows the dialog and pairs with the device. Resolves with the pairing; null when the dialog was cancelled. The gateway
 *  goes on with a pairing that has begun, and a toast says how it ended. */
export async function pairDialog({ client }, device) {
  const name = nameOf(device);
  let isOpen = true;
  const pairing = await dialog(t("homekit.pairTitle", { name }), (close) => {
    const code = codeField();
    const status = el("p.muted", { role: "status" });
    const submit = async (values) => {
      write(status, t("homekit.pairing"));
      try {
        const path = `/discovered/${encodeURIComponent(device.id)}/pair`;
        const made = await client.request("POST", path, { code: values.code.trim() }, { milliseconds: pairingMilliseconds });
        toast(t("homekit.paired", { name }));
        if (isOpen) close(made);
      } catch (error) {
        if (!isOpen) toast(pairingProblem(error), { tone: "danger" });
        throw error;
      } finally {
        write(status, "");
      }
    };
    return [
      el("p.muted", {}, t("homekit.codeWhere")),
      form([code, status],
        { verb: t("homekit.pair"), cancel: () => close(null), submit, textOf: pairingProblem }),
    ];
  });
  isOpen = false;
  return pairing;
}

/** Makes a device show where it is. `path` is that of the discovered or of the paired device. */
export async function identify({ client }, path, name) {
  try {
    await client.request("POST", `${path}/identify`, undefined, { milliseconds: askingMilliseconds });
    toast(t("homekit.identified", { name }));
  } catch (error) {
    toast(pairingProblem(error), { tone: "danger" });
  }
}

/** The field for the code, which groups the digits while the person types. It is checked when the form is submitted. */
function codeField() {
  const item = field({
    name: "code", label: t("homekit.code"), help: t("homekit.codeHelp"), autocomplete: "off",
    spellcheck: "false", maxlength: 64, placeholder: "XXX-XX-XXX",
  });
  item.input.addEventListener("input", () => {
    item.showMistake(null);
    group(item.input);
  });
  return { ...item, check: (text) => (isPairingCode(text) ? null : t("homekit.codeWrong")) };
}

/** Groups the digits, and leaves the cursor after the same digit. */
function group(input) {
  const { selectionStart: cursor, value } = input;
  const grouped = groupedCode(value);
  if (grouped === value) return;
  const before = value.slice(0, cursor).replace(/\D/g, "").length;
  input.value = grouped;
  if (/[a-z]/i.test(grouped)) return;
  let place = 0;
  for (let digits = 0; place < grouped.length && digits < before; place += 1) {
    if (grouped[place] !== "-") digits += 1;
  }
  input.setSelectionRange(place, place);
}
