// Provisioning of a device: creates its credential, and shows the steps to configure the device.

import { el, icon, toggle, write } from "../../core/dom.js";
import { codedSentence } from "../../core/coded-sentence.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { choice, field, form, nameField } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { saveButton } from "../../parts/download.js";
import { rootOf } from "./root.js";
import { settingsText } from "./settings-text.js";

const mac = /^[0-9a-f]{2}([:-]?[0-9a-f]{2}){5}$/i;

const label = (family) => t(`provision.family.${family.dialect}`);

/** The families of devices, in the order of the form: first those whose devices the gateway configures itself. */
export async function deviceFamilies(client) {
  const all = await client.request("GET", "/device-families");
  const configurable = all.filter(({ isConfigurable }) => isConfigurable);
  return [
    ...configurable.sort((a, b) => label(a).localeCompare(label(b))), ...all.filter((one) => !configurable.includes(one)),
  ];
}

/** The form for a new credential; `families` are those of `deviceFamilies`. `done(credential)` is called with the
 *  credential that the gateway created, and `configure(offer)` when the gateway shall configure the device itself; without
 *  `configure` the form does not offer that. `knownRoot` is that of a device that gets another credential: it stays, and
 *  the form says already what that means. */
export function provisionForm({ client, withStepUp },
  { families, done, configure, cancel, dialect, deviceName = "", knownMAC = "", knownRoot, knownProof = "" }) {
  const family = choice({
    name: "dialect", label: t("provision.family"), value: dialect ?? families[0].dialect,
    options: families.map((one) => [one.dialect, label(one)]),
  });
  const chosen = () => families.find((one) => one.dialect === family.input.value);
  const name = nameField({ name: "id", label: t("provision.name"), value: deviceName, help: t("provision.nameHelp") });
  const root = el("output.muted", { for: name.input.id });
  const idOf = (text) => knownRoot ?? rootOf(text);
  const showRoot = () => write(root, idOf(name.input.value));
  name.input.addEventListener("input", showRoot);
  showRoot();
  const rootField = { ...name, check: (text) => name.check(text) ?? (rootOf(text) ? null : t("provision.noRoot")) };
  const address = macField(family, { value: knownMAC, isAsked: () => chosen().needsMAC });
  const proof = choice({
    name: "proof", label: t("provision.proof"), value: knownProof,
    options: ["", "password", "certificate"].map((value) => [value, t(`provision.proof.${value || "usual"}`)]),
  });
  const fold = el("details.details", {}, el("summary", {}, t("facts.details")),
    el("p.muted", {}, t("provision.root"), " ", root), proof.element);
  const submit = async (values) => {
    const body = { dialect: values.dialect, proof: values.proof || undefined, mac: values.mac.trim() || undefined };
    const id = idOf(values.id ?? "");
    if (!knownRoot && await hasCredential(client, id) && !await confirmReplacement(id)) return;
    const made = await withStepUp(() => client.request("POST", `/devices/${id}/provision`, body));
    if (made) done(made);
  };
  const offer = setupOffer(() => configure({ dialect: family.input.value, name: name.input.value }));
  const element = form([family, offer, !knownRoot && rootField, address, { ...proof, element: fold }], { verb: t("provision.verb"), cancel, submit });
  const button = element.querySelector("[type=submit]");
  // Only one button is the proposed one.
  const show = () => {
    offer.hidden = !configure || !chosen().isConfigurable;
    toggle(button, "primary", offer.hidden);
  };
  family.input.addEventListener("change", show);
  show();
  return element;
}

/** The offer that the gateway configures the device, for the families with which it can; the fields below are for people
 *  who would rather do it. */
function setupOffer(configure) {
  return el("div.setup-offer", {}, el("p.muted", {}, t("setupDevice.offer")),
    el("button.button.primary", { type: "button", on: { click: configure } }, t("setupDevice.configure")),
    el("p.muted", {}, t("setupDevice.or")));
}

async function hasCredential(client, id) {
  return (await client.request("GET", "/credentials")).some(({ root }) => root === id);
}

/** Asks before an existing credential is replaced: a device that uses the old one can no longer connect. */
const confirmReplacement = (name) =>
  confirmed(t("provision.taken", { name }), t("provision.takenHelp"), t("provision.replace"));

/** The field for the hardware address, which some families announce their devices with. */
function macField(family, { value, isAsked }) {
  const item = field({
    name: "mac", value, label: t("provision.mac"), help: t("provision.macHelp"), autocomplete: "off", spellcheck: "false",
    placeholder: "A4:CF:12:00:1B:2C",
  });
  const show = () => { item.element.hidden = !isAsked(); };
  family.input.addEventListener("change", show);
  item.input.addEventListener("input", () => item.showMistake(null));
  show();
  return { ...item, check: (text) => (isAsked() && !mac.test(text.trim()) ? t("provision.macWrong") : null) };
}

/** The steps to configure the device. The gateway returns secrets only once; they are covered until a button shows
 *  them. `isAgain` says that the device had a credential before, `name` is its name in the home, and `back` the address
 *  of the plan that led here. */
export function provisionSteps(credential, close, { isAgain = false, name = credential.root, back = null } = {}) {
  const heading = el("h2", { tabindex: -1 }, t("provision.ready", { name }));
  const element = el("section.card.provision", { "aria-label": heading.textContent },
    back && el("a.button.quiet.provision-back", { href: back }, icon("back"), t("keys.back")),
    heading, el("p.notice.warn", {}, icon("warning"), el("span", {}, t("provision.once"))),
    el("ol.instructions", {}, credential.steps.map((one, index) => step({ ...one, text: settingsText(one, credential) }, index))),
    credential.notes.length > 0 && el("div", {}, el("h3", {}, t("provision.notes")),
      el("ul.notes", {}, credential.notes.map((note) => {
        const { text, lang } = codedSentence("provision.note", note);
        return el("li", { lang }, text);
      }))),
    el("p.muted", {}, t(isAgain ? "provision.thenAgain" : "provision.then")),
    el("div.actions", {}, el("button.button", { type: "button", on: { click: close } }, t("provision.done"))));
  return { element, focus: () => heading.focus() };
}

function step({ title, code: stepCode, values, text, fileName, isSecret }, index) {
  const heading = codedSentence("provision.step", { code: stepCode, values, text: title });
  const id = `step-${index}`;
  const shown = isSecret ? t("provision.covered") : text;
  const code = el("pre.code", { tabindex: 0, role: "region", "aria-labelledby": id }, shown);
  const copy = el("button.button", {
    type: "button", "aria-describedby": id, on: { click: () => copyText(text, code) },
  }, icon("copy"), t("provision.copy"));
  return el("li.step-card", {}, el("h3", { id, lang: heading.lang }, heading.text), code,
    el("div.actions", {}, el("span.muted.file", {}, fileName), isSecret && uncover(code, text, id), copy,
      saveButton(fileName, text, { describedBy: id })));
}

function uncover(code, text, id) {
  const button = el("button.button", { type: "button", "aria-pressed": "false", "aria-describedby": id },
    t("provision.show"));
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!isShown));
    write(code, isShown ? t("provision.covered") : text);
  });
  return button;
}

async function copyText(text, code) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("provision.copied"));
  } catch {
    // The browser does not permit copying: the text is selected, so that it can be copied with the keyboard.
    write(code, text);
    getSelection().selectAllChildren(code);
    toast(t("provision.marked"), { tone: "warn" });
  }
}
