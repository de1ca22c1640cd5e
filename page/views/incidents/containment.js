// The steps against an incident. Those that fit are shown, the others are under "More". Each asks before it does
// something, and says what it does.

import { el } from "../../core/dom.js";
import { go } from "../../core/router.js";
import { list, tOrNull, t } from "../../core/text.js";
import { dialog } from "../../parts/dialog.js";
import { choice, form } from "../../parts/form.js";
import { setPIN } from "../../parts/pin.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";
import { clientFacts, keyPlan, progressOf } from "./keys.js";

/** More devices of one credential than these are counted, not named. */
const mostNames = 2;

/** The steps, with what each is against: the address of the list, and how an item of it is named. */
const steps = [
  { step: "lockdown" },
  { step: "revokeClient", path: "/clients", permission: "managePeople", own: ({ client }) => client, option: clientOption },
  { step: "endSessionsOfPerson", path: "/people", permission: "managePeople", own: ({ person }) => person, option: ({ id, name }) => [id, name] },
  { step: "revokeToken", path: "/tokens", permission: "managePeople", own: ({ client }) => client, option: ({ id, name }) => [id, name] },
  { step: "revokeDevice", path: "/credentials", permission: "addDevices", own: ({ device }) => device, option: credentialOption },
  { step: "endAllSessions", permission: "managePeople" },
  { step: "rotateKeys", permission: "ownHome", plan: true },
  { step: "finishRotation", permission: "ownHome", plan: true },
];

/** The steps that fit a rule, or what a person says happened, the most important one first; at most three. */
const fittingSteps = {
  manyRefusals: ["revokeClient", "endSessionsOfPerson", "lockdown"],
  unusualHour: ["revokeClient", "endSessionsOfPerson", "lockdown"],
  farFromWindow: ["endSessionsOfPerson", "revokeClient"],
  speaksForOthers: ["revokeDevice", "lockdown"],
  twoAddresses: ["revokeDevice", "lockdown"],
  auditDamage: ["lockdown", "endAllSessions"],
  commandBurst: ["revokeClient", "revokeToken", "lockdown"],
  changedOutside: ["lockdown", "rotateKeys"],
  lostPhone: ["revokeClient", "endSessionsOfPerson", "lockdown"],
  unwantedPerson: ["endSessionsOfPerson", "endAllSessions", "lockdown"],
  strangeDevice: ["revokeDevice", "lockdown"],
  copiedKey: ["rotateKeys", "endAllSessions", "lockdown"],
};

function clientOption({ id, name, person, isThis, lastSeen, pairedAt }, names) {
  const text = `${name} · ${clientFacts({ person, lastSeen, pairedAt }, names.person(person))}`;
  return [id, isThis ? `${text} · ${t("people.thisOne")}` : text];
}

function credentialOption({ root, devices }) {
  if (!devices.length) return [root, t("incident.credentialUnused", { root })];
  if (devices.length > mostNames) return [root, t("incident.credentialMany", { root, count: devices.length })];
  return [root, `${list(devices)} (${root})`];
}

/** `keys` is the plan of new keys; null when it is not known. */
export function containmentCard(context, incident, { names, keys }) {
  const isRotating = keys ? Boolean(keys.overlap) : null;
  const isUseless = { rotateKeys: isRotating === true, finishRotation: isRotating !== true };
  const own = steps.filter(({ step, permission }) => (!permission || context.store.may(permission)) && !isUseless[step]);
  const fitting = fittingSteps[incident.rule ?? incident.kind] ?? ["lockdown"];
  // To end a rotation takes the place of its beginning, when that cuts nothing off.
  const isReady = isRotating && progressOf(keys).done === progressOf(keys).count;
  const wanted = fitting.map((step) => (step === "rotateKeys" && isReady ? "finishRotation" : step));
  const first = wanted.map((name) => own.find(({ step }) => step === name)).filter(Boolean);
  const rest = own.filter((one) => !first.includes(one));
  const rows = (some) => el("ul.rows", {}, some.map((one) => stepRow(context, incident, names, one)));
  return el("section.card", { "aria-labelledby": "incident-steps" },
    el("h2", { id: "incident-steps" }, t("incident.steps")),
    el("p.muted", {}, t("incident.stepsHelp")),
    first.length > 0 && rows(first),
    incident.kind === "lostPhone" && el("p.notice", {}, el("span", {}, t("incident.changePIN")),
      el("button.button", { type: "button", on: { click: () => changePIN(context) } }, t("incident.toPIN"))),
    rest.length > 0 && (first.length ? el("details.fold", {}, el("summary", {}, t("incident.moreSteps")), rows(rest)) : rows(rest)));
}

async function changePIN(context) {
  if (await setPIN(context)) toast(t("settings.pinIsSet"));
}

const stepRow = (context, incident, names, one) => el("li.row", {},
  el("span.row-words", {}, el("span.setting-name", {}, t(`incident.step.${one.step}`)),
    el("span.help", {}, t(`incident.stepHelp.${one.step}`))),
  el("button.button", {
    type: "button", "aria-label": `${t("incident.do")}: ${t(`incident.step.${one.step}`)}`,
    on: { click: () => act(context, incident, names, one) },
  }, t("incident.do")));

/** The select field of what a step is against. The browser in use comes last, and is never selected by itself. */
function targetChoice(items, wanted, { option, names }) {
  const sorted = items.toSorted((a, b) => Boolean(a.isThis) - Boolean(b.isThis));
  const options = sorted.map((item) => option(item, names));
  const own = sorted.findIndex((item, index) => options[index][0] === wanted && !item.isThis);
  const value = own < 0 ? "" : wanted;
  return choice({
    name: "target", label: t("incident.target"), value, options: value ? options : [["", t("incident.choose")], ...options],
    check: (target) => (target ? null : t("incident.chooseFirst")),
  });
}

async function act(context, incident, names, { step, path, own, option, plan }) {
  const { client, store, withStepUp, refresh } = context;
  const title = t(`incident.step.${step}`);
  let isTried = false;
  const done = await dialog(title, (close) => {
    const target = path && el("div", {}, el("p.loading", {}, t("incident.reading")));
    const contents = el("div", {}, el("p", {}, t(`incident.stepHelp.${step}`)), target,
      plan && keyPlan(context, { isEnd: step === "finishRotation" }));
    const cancel = () => close(null);
    const run = async (values) => {
      const body = { step, ...(path && { target: values.target }) };
      isTried = true;
      const result = await withStepUp(() => client.request("POST", `/incidents/${incident.id}/containment`, body), title);
      if (result) close(result);
    };
    if (!path) return [form([contents], { verb: title, cancel, submit: run, danger: true })];
    const place = el("div", {}, contents);
    const closing = () => el("div.actions", {},
      el("button.button", { type: "button", on: { click: cancel } }, t("dialog.close")));
    client.request("GET", path).then((items) => {
      if (!items.length) {
        const nothing = tOrNull(`incident.noTarget.${step}`) ?? t("incident.noTarget");
        return target.replaceChildren(el("p", {}, nothing), closing());
      }
      const select = targetChoice(items, own(incident.subject), { option, names });
      target.remove();
      return place.append(form([select], { verb: title, cancel, submit: run, danger: true }));
    }, (error) => target.replaceChildren(el("p.mistake", { role: "alert" }, problemText(error)), closing()));
    return [place];
  });
  if (done) toast(doneText(step, done));
  // The incident lists a step that failed, too.
  if (isTried) await refresh();
  if (done) store.readHome().catch(() => {});
  // What is left to do is in the plan.
  if (done && plan) go("keys");
}

/** Asks, and ends the overlap of the old keys with the new ones. */
export const finishRotation = (context, incident) =>
  act(context, incident, null, steps.find(({ step }) => step === "finishRotation"));

function doneText(step, { acts }) {
  if (step === "rotateKeys") return t("incident.rotated");
  if (step === "finishRotation") return t("incident.finished");
  return t(acts.at(-1)?.signedOut === 0 ? "incident.noneSignedOut" : "incident.done");
}
