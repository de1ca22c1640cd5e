// Provisioning of a device: creates its credential, and shows the steps to configure the device.

import { el, icon, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { choice, field, form, nameField } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";

const families = ["shelly", "tasmota", "esphome", "zigbee2mqtt", "homie", "generic"];
const mac = /^[0-9a-f]{2}([:-]?[0-9a-f]{2}){5}$/i;

/** The root of a device, derived from its name: lower-case Latin letters, digits and hyphens, at most 58. */
function rootOf(name) {
  const latin = name.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase()
    .replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o");
  return latin.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 58).replace(/-+$/, "");
}

/** The form for a new credential; `done(credential)` is called with the credential that the gateway created. */
export function provisionForm({ client, withStepUp }, { done, cancel }) {
  const family = choice({
    name: "dialect", label: t("provision.family"), value: families[0],
    options: families.map((name) => [name, t(`provision.family.${name}`)]),
  });
  const name = nameField({ name: "id", label: t("provision.name"), help: t("provision.nameHelp") });
  const root = el("output.muted", { for: name.input.id });
  name.input.addEventListener("input", () => write(root, rootOf(name.input.value)));
  const rootField = { ...name, check: (text) => name.check(text) ?? (rootOf(text) ? null : t("provision.noRoot")) };
  const address = macField(family);
  const proof = choice({
    name: "proof", label: t("provision.proof"), value: "",
    options: ["", "password", "certificate"].map((value) => [value, t(`provision.proof.${value || "usual"}`)]),
  });
  const fold = el("details.details", {}, el("summary", {}, t("facts.details")),
    el("p.muted", {}, t("provision.root"), " ", root), proof.element);
  const submit = async (values) => {
    const body = { dialect: values.dialect, proof: values.proof || undefined, mac: values.mac.trim() || undefined };
    const id = rootOf(values.id);
    if (await hasCredential(client, id) && !await confirmReplacement(id)) return;
    const made = await withStepUp(() => client.request("POST", `/devices/${id}/provision`, body));
    if (made) done(made);
  };
  return form([family, rootField, address, { ...proof, element: fold }], { verb: t("provision.verb"), cancel, submit });
}

async function hasCredential(client, id) {
  return (await client.request("GET", "/credentials")).some(({ root }) => root === id);
}

/** Asks before an existing credential is replaced: a device that uses the old one can no longer connect. */
const confirmReplacement = (name) =>
  confirmed(t("provision.taken", { name }), t("provision.takenHelp"), t("provision.replace"));

/** The field for the hardware address: only a Tasmota device announces itself with it. */
function macField(family) {
  const item = field({
    name: "mac", label: t("provision.mac"), help: t("provision.macHelp"), autocomplete: "off", spellcheck: "false",
    placeholder: "A4:CF:12:00:1B:2C",
  });
  const isAsked = () => family.input.value === "tasmota";
  const show = () => { item.element.hidden = !isAsked(); };
  family.input.addEventListener("change", show);
  item.input.addEventListener("input", () => item.showMistake(null));
  show();
  return { ...item, check: (text) => (isAsked() && !mac.test(text.trim()) ? t("provision.macWrong") : null) };
}

/** The steps to configure the device. The gateway returns secrets only once; they are covered until a button shows
 *  them. */
export function provisionSteps(credential, close) {
  const heading = el("h2", { tabindex: -1 }, t("provision.ready", { name: credential.root }));
  const element = el("section.card.provision", { "aria-label": heading.textContent },
    heading, el("p.notice.warn", {}, icon("warning"), el("span", {}, t("provision.once"))),
    el("ol.steps", {}, credential.steps.map(step)),
    credential.notes.length > 0 && el("div", {}, el("h3", {}, t("provision.notes")),
      el("ul.notes", { lang: "en" }, credential.notes.map((note) => el("li", {}, note)))),
    el("p.muted", {}, t("provision.then")),
    el("div.actions", {}, el("button.button", { type: "button", on: { click: close } }, t("provision.done"))));
  return { element, focus: () => heading.focus() };
}

function step({ title, text, fileName, isSecret }, index) {
  const id = `step-${index}`;
  const shown = isSecret ? t("provision.covered") : text;
  const code = el("pre.code", { tabindex: 0, role: "region", "aria-labelledby": id }, shown);
  const copy = el("button.button", {
    type: "button", "aria-describedby": id, on: { click: () => copyText(text, code) },
  }, icon("copy"), t("provision.copy"));
  return el("li.step-card", {}, el("h3", { id, lang: "en" }, title), code,
    el("div.actions", {}, el("span.muted.file", {}, fileName), isSecret && uncover(code, text, id), copy));
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
