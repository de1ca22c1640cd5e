// The dialog in which a person says to which appliance or device something belongs.

import { el } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { t } from "../../core/text.js";
import { distinctNames } from "../../home/distinct-names.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { maintenanceProblem } from "./money-fields.js";

/** Asks for the subject: `{ appliance }` or `{ device }`; null when the person cancelled it. */
export async function chooseSubject({ client, store }, title) {
  let appliances;
  try {
    appliances = await client.request("GET", "/appliances");
  } catch (error) {
    toast(maintenanceProblem(error), { tone: "danger" });
    return null;
  }
  return dialog(title, (close) => form([field({
    name: "subject", label: t("maintenance.subject"), help: t("maintenance.subjectHelp"),
    control: el("select.input", {}, el("option", { value: "" }, t("maintenance.chooseSubject")),
      group("maintenance.appliances", "appliance", appliances), group("maintenance.devices", "device", store.devices.values())),
    check: (chosen) => (chosen ? null : t("maintenance.problem.subject")),
  })], {
    verb: t("maintenance.goOn"), isPlain: true, cancel: () => close(null),
    submit: async ({ subject }) => {
      const [kind, id] = subject.split("/");
      close({ [kind]: id });
    },
  }));
}

/** The options of one kind; those with the same name have their room. */
function group(label, kind, things) {
  const all = [...things].toSorted(byName);
  const names = distinctNames(all);
  return all.length > 0
    && el("optgroup", { label: t(label) }, all.map(({ id }) => el("option", { value: `${kind}/${id}` }, names.get(id))));
}
