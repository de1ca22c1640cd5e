// The health of the gateway in the page's language, from the codes and values of its findings. The gateway's English
// sentences are only a fallback.

import { bytes, moment } from "../../core/format.js";
import { language, tOrNull, t } from "../../core/text.js";

/** How a value is shown, by its name; any other number is a count. */
const formats = { bytes, time: moment, since: moment, newest: moment, from: moment, to: moment, port: String };

/** The certificates of the gateway, by their names in `values`; those of devices have the names of the devices. */
const certificate = (name) => tOrNull(`health.certificate.${String(name).replace(" ", "-")}`) ?? name;

const shown = (values = {}, names = new Map()) => Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, formats[name]?.(value) ?? names.get(value) ?? value]));

/** `{ message, remedy, general }`: the sentences as `{ text, lang }`, where `lang` is null for the page's own language.
 *  `general` introduces a message that the page cannot translate. `names` are those of people and devices by id. A code
 *  means different things at different severities. */
export function findingText({ code, severity, values, message, remedy }, names) {
  if (code.startsWith("certificates.") && values?.name) values = { ...values, name: certificate(values.name) };
  const sentence = (kind, english) => {
    const keys = [`${code}.${severity}`, code, `${code.split(".")[0]}.other`];
    const key = keys.map((own) => `health.${kind}.${own}`).find((own) => tOrNull(own) !== null);
    const text = key && t(key, kind === "remedy" ? shown(values) : shown(values, names));
    const isNew = kind === "remedy" || !values?.since;
    return text ? { text: isNew ? text : `${text} ${t("health.since", shown(values))}`, lang: null } : { text: english, lang: "en" };
  };
  const said = sentence("finding", message);
  if (!said.lang || language() === "en") return { message: said, remedy: sentence("remedy", remedy) };
  return { general: t("health.finding.other"), message: said, remedy: sentence("remedy", remedy) };
}

const count = (name, count) => t(`health.count.${name}`, { count });

/** The summaries that contain several counts. */
const counted = {
  access: ({ people, clients }) => [count("people", people), count("clients", clients)],
  credentials: (values) => [count("credentials", values.count), values.passwords > 0 && count("passwords", values.passwords)],
  devices: ({ adopted, waiting }) => [count("devices", adopted), waiting > 0 && count("waiting", waiting)],
  storage: (values) => [bytes(values.bytes), count("readings", values.readings)],
  certificates: (values) => [count("certificates", values.count), values.days !== undefined && count("days", values.days)],
};

/** `{ text, lang }`: one line about a subsystem. */
export function subsystemText({ name, summary, values }) {
  if (values && counted[name]) return { text: counted[name](values).filter(Boolean).join(", "), lang: null };
  const text = tOrNull(`health.summary.${name}.${values?.state ?? "any"}`, shown(values));
  return text ? { text, lang: null } : { text: summary, lang: "en" };
}
