// The settings that a person enters on a device one by one, in the language of the page.

import { t } from "../../core/text.js";

/** The families whose settings are a list for people, and not a text for the device. */
const listed = ["homie", "generic"];

/** The text of a step. The gateway's English is shown for all that is not such a list. */
export function settingsText({ code, text }, { dialect, root, proof, host, addresses, port }) {
  if (code !== "settings" || !listed.includes(dialect)) return text;
  const isPassword = proof === "password";
  const address = addresses.find((one) => !one.includes(":")) ?? addresses[0] ?? host;
  const version = t(isPassword ? "provision.tls.password" : "provision.tls.certificate");
  const rows = [
    ["broker", t("provision.setting.brokerValue", { host, address, port: String(port), version })],
    ["user", t("provision.setting.userValue", { root })], ["authority", `${root}.ca.pem`],
    ...isPassword ? [["password", `${root}.password`]] : [["certificate", `${root}.pem`], ["privateKey", `${root}.key`]],
    dialect === "homie" ? ["domain", t("provision.setting.domainValue", { root })]
      : ["topics", t("provision.setting.topicsValue", { root })],
  ].map(([name, value]) => [t(`provision.setting.${name}`), value]);
  const width = Math.max(...rows.map(([label]) => label.length)) + 3;
  return `${rows.map(([label, value]) => label.padEnd(width) + value).join("\n")}\n`;
}
