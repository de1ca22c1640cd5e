// The dialog that pairs with a discovered device by its code.

import { el, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { codeExample, groupedCode, isPairingCode, pairingProblem, protocolOf } from "../../home/device-pairing.js";
import { nameOf } from "../../home/found.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";

/** Small devices compute for many seconds in each of three steps, and the gateway tries each of their addresses. */
const pairingMilliseconds = 180_000;
/** What a paired device is asked for, it answers within seconds. */
export const askingMilliseconds = 60_000;
/** The problems that a person can accept. */
const acceptable = ["unknownMaker", "testDevice"];

/** Shows the dialog and pairs with the device. Resolves with the pairing; null when the dialog was cancelled. The gateway
 *  goes on with a pairing that has begun, and a toast says how it ended. */
export async function pairDialog({ client }, device) {
  const name = nameOf(device);
  const protocol = protocolOf(device);
  const problem = (error) => pairingProblem(error, protocol);
  let isOpen = true;
  const pairing = await dialog(t("pairing.pairTitle", { name }), (close) => {
    const code = codeField(protocol);
    const status = el("p.muted", { role: "status" });

    /** Pairs, and asks about each problem that a person can accept. Pairing begins again each time, because a device
     *  waits only a minute for a person. */
    async function request(body) {
      write(status, t("pairing.progress"));
      try {
        const path = `/discovered/${encodeURIComponent(device.id)}/pair`;
        return await client.request("POST", path, body, { milliseconds: pairingMilliseconds });
      } catch (error) {
        const { accepts = [] } = body;
        if (!isOpen || !acceptable.includes(error.code) || accepts.includes(error.code)) throw error;
        write(status, "");
        const question = `${problem(error)} ${t("pairing.pairAnywayHelp")}`;
        if (!await confirmed(t("pairing.pairAnywayTitle", { name }), question, t("pairing.pairAnyway"))) throw error;
        return request({ ...body, accepts: [...accepts, error.code] });
      } finally {
        write(status, "");
      }
    }

    const submit = async (values) => {
      try {
        const made = await request({ code: values.code.trim() });
        toast(t("pairing.paired", { name }));
        if (isOpen) close(made);
      } catch (error) {
        if (!isOpen) toast(problem(error), { tone: "danger" });
        throw error;
      }
    };
    return [
      el("p.muted", {}, t(`${protocol}.codeWhere`)),
      form([code, status],
        { verb: t("pairing.pair"), cancel: () => close(null), submit, textOf: problem }),
    ];
  });
  isOpen = false;
  return pairing;
}

/** Makes a device show where it is. `path` is that of the discovered or of the paired device. */
export async function identify({ client }, path, { name, protocol }) {
  try {
    await client.request("POST", `${path}/identify`, undefined, { milliseconds: askingMilliseconds });
    toast(t("pairing.identified", { name }));
  } catch (error) {
    toast(pairingProblem(error, protocol), { tone: "danger" });
  }
}

/** The field for the code, which groups the digits while the person types. It is checked when the form is submitted. */
function codeField(protocol) {
  const item = field({
    name: "code", label: t("pairing.code"), help: t(`${protocol}.codeHelp`), autocomplete: "off",
    spellcheck: "false", maxlength: 64, placeholder: codeExample(protocol),
  });
  item.input.addEventListener("input", () => {
    item.showMistake(null);
    group(item.input, protocol);
  });
  return { ...item, check: (text) => (isPairingCode(text, protocol) ? null : t(`${protocol}.codeWrong`)) };
}

/** Groups the digits, and leaves the cursor after the same digit. */
function group(input, protocol) {
  const { selectionStart: cursor, value } = input;
  const grouped = groupedCode(value, protocol);
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
