// Explains a permission of a person: the decision of the gateway, and the role, grant or deny that caused it.

import { el, icon } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { capitalised, t } from "../../core/text.js";
import { choice, form } from "../../parts/form.js";
import { kindWords } from "./grant-text.js";
import { whyText } from "./why-text.js";

const permissions = [
  "controlDevices", "viewEnvironment", "viewEnergy", "addDevices", "managePeople", "modifySettings",
  "manageMaintenance", "viewAudit", "exportData",
];
/** The permissions that can be checked for a device. */
const aboutDevices = permissions.slice(0, 3);

export function whySection(personData, { client, store }) {
  const { person } = personData;
  const devices = [...store.devices.values()].sort(byName);
  const permission = choice({
    name: "permission", label: t("people.whyPermission"), value: "controlDevices",
    options: permissions.map((value) => [value, capitalised(t(`people.permission.${value}`))]),
  });
  const device = choice({
    name: "device", label: t("people.whyDevice"), value: "",
    options: [["", t("people.whyAnyDevice")], ...devices.map(({ id, name }) => [id, name])],
  });
  const capability = choice({ name: "capability", label: t("people.whyCapability"), value: "", options: [] });
  const answer = el("div.why-answer", { role: "status" });

  function offer() {
    const isAbout = aboutDevices.includes(permission.input.value);
    device.element.hidden = !isAbout;
    const kinds = kindsOf(store.devices.get(device.input.value));
    capability.element.hidden = !isAbout || !kinds.length;
    capability.input.replaceChildren(
      ...[["", t("people.whyAnyKind")], ...kinds].map(([value, text]) => el("option", { value }, text)));
    answer.replaceChildren();
  }
  permission.input.addEventListener("change", offer);
  device.input.addEventListener("change", offer);
  capability.input.addEventListener("change", () => answer.replaceChildren());
  offer();

  const ask = async (values) => {
    const isAbout = aboutDevices.includes(values.permission);
    const query = new URLSearchParams({ permission: values.permission });
    if (isAbout && values.device) query.set("device", values.device);
    if (isAbout && values.device && values.capability) query.set("capability", values.capability);
    const answered = await client.request("GET", `/people/${person.id}/why?${query}`);
    const { isAllowed } = answered;
    answer.replaceChildren(el(`div.notice.${isAllowed ? "ok" : "warn"}`, {}, icon(isAllowed ? "check" : "close"),
      el("div", {}, el("p.why-word", {}, t(isAllowed ? "people.yes" : "people.no")),
        whyText(answered, person, store).map(({ text, lang }) => el("p", { lang }, text)))));
  };
  return el("section.card", { "aria-labelledby": "people-why" },
    el("h2", { id: "people-why" }, t("people.why", person)),
    form([permission, device, capability], { verb: t("people.ask"), submit: ask, isPlain: true }), answer);
}

function kindsOf(device) {
  const names = new Set(device?.parts.flatMap(({ capabilities }) => capabilities.map(({ name }) => name)));
  return [...names].map((name) => [name, kindWords(name.split(".")[0])]);
}
