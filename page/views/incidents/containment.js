// The steps against an incident. Those that fit are shown, the others are under "More". Each asks before it does
// something, and says what it does.

import { el, icon, write } from "../../core/dom.js";
import { go } from "../../core/router.js";
import { list, tOrNull, t } from "../../core/text.js";
import { dialog } from "../../parts/dialog.js";
import { choice, form } from "../../parts/form.js";
import { setPIN } from "../../parts/pin.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";
import { endLockdown } from "./end-lockdown.js";
import { lastDone, noneSignedOut, ownedTarget } from "./incident-text.js";
import { clientFacts, keyPlan, progressOf } from "./keys.js";

/** More devices of one credential than these are counted, not named. */
const mostNames = 2;

/** The steps, with what each is against: the address of the list, and how an item of it is named. */
const steps = [
  { step: "lockdown" },
  { step: "revokeClient", path: "/clients", permission: "managePeople", own: ({ client }) => client, option: clientOption, facts: factsOf },
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

function clientOption(client, names) {
  const text = `${client.name} · ${factsOf(client, names)}`;
  return [client.id, client.isThis ? `${text} · ${t("people.thisOne")}` : text];
}

function factsOf(client, names) { return clientFacts(client, names.person(client.person)); }

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
    incident.kind === "lostPhone" && pinRow(context, incident, names),
    rest.length > 0 && (first.length ? el("details.fold", {}, el("summary", {}, t("incident.moreSteps")), rows(rest)) : rows(rest)));
}

const doneLine = (text) => text && el("span.help.step-done", {}, icon("check"), el("span", {}, text));

/** The advice to choose a new PIN, with when that was done. */
function pinRow(context, incident, names) {
  return el("div.notice", {},
    el("span.row-words", {}, el("span", {}, t("incident.changePIN")), doneLine(lastDone(incident, "changePIN", names))),
    el("button.button", { type: "button", on: { click: () => changePIN(context) } }, t("incident.toPIN")));
}

async function changePIN(context) {
  const { hasPIN } = context.store.home;
  if (!await setPIN(context)) return;
  toast(t(hasPIN ? "settings.pinIsChanged" : "settings.pinIsSet"));
  await context.refresh();
}

/** A step, with what was done last by it. A lockdown that is on is not begun again: the row ends it. */
function stepRow(context, incident, names, one) {
  const { step } = one;
  const isOn = step === "lockdown" && context.store.home?.isLockedDown;
  const done = lastDone(incident, step, names);
  const choose = () => el("button.button", {
    type: "button", "aria-label": `${t("incident.do")}: ${t(`incident.step.${step}`)}`,
    on: { click: () => act(context, incident, names, one) },
  }, t("incident.do"));
  const end = () => context.store.may("modifySettings") && el("button.button", {
    type: "button",
    on: { click: async () => { if (await endLockdown(context)) await context.refresh(); } },
  }, t("incident.holds.end"));
  return el("li.row", {},
    el("span.row-words", {}, el("span.setting-name", {}, t(`incident.step.${step}`)),
      el("span.help", {}, t(isOn ? "incident.holds.lockdown" : `incident.stepHelp.${step}`)),
      doneLine(done)),
    isOn ? end() : choose());
}

/** The select field of what a step is against. A person's own clients come first, because it is one of those that is
 *  lost. The browser in use comes last, and is never selected by itself. A narrow screen cuts the selected text off, so
 *  that `facts` of it are below. */
function targetChoice(items, wanted, { option, facts, names, person }) {
  const rank = (item) => (item.isThis ? 2 : person && item.person === person ? 0 : 1);
  const sorted = items.toSorted((a, b) => rank(a) - rank(b));
  const options = sorted.map((item) => option(item, names));
  const own = sorted.findIndex((item, index) => options[index][0] === wanted && !item.isThis);
  const value = own < 0 ? "" : wanted;
  const field = choice({
    name: "target", label: t("incident.target"), value, options: value ? options : [["", t("incident.choose")], ...options],
    check: (target) => (target ? null : t("incident.chooseFirst")),
  });
  if (!facts) return field;
  const chosen = el("p.help", { role: "status" });
  const show = () => {
    const item = sorted.find((_, index) => options[index][0] === field.input.value);
    write(chosen, item ? facts(item, names) : "");
  };
  field.input.addEventListener("change", show);
  field.input.after(chosen);
  show();
  return field;
}

async function act(context, incident, names, { step, path, own, option, facts, plan }) {
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
    const place = el("div.incident-step", {}, contents);
    const closing = () => el("div.actions", {},
      el("button.button", { type: "button", on: { click: cancel } }, t("dialog.close")));
    client.request("GET", path).then((items) => {
      if (!items.length) {
        const nothing = tOrNull(`incident.noTarget.${step}`) ?? t("incident.noTarget");
        return target.replaceChildren(el("p", {}, nothing), closing());
      }
      const person = store.home?.person?.id;
      const select = targetChoice(items, own(incident.subject), { option, facts, names, person });
      target.remove();
      return place.append(form([select], { verb: t(`incident.verb.${step}`), cancel, submit: run, danger: true }));
    }, (error) => target.replaceChildren(el("p.mistake", { role: "alert" }, problemText(error)), closing()));
    return [place];
  });
  if (done) toast(doneText(step, done, names));
  // The incident lists a step that failed, too.
  if (isTried) await refresh();
  if (done) store.readHome().catch(() => {});
  // What is left to do is in the plan.
  if (done && plan) go("keys");
}

/** Asks, and ends the overlap of the old keys with the new ones. */
export const finishRotation = (context, incident) =>
  act(context, incident, null, steps.find(({ step }) => step === "finishRotation"));

/** What is so now. */
function doneText(step, { acts }, names) {
  const last = acts.at(-1);
  if (last?.signedOut === 0) return noneSignedOut(last);
  if (last?.signedOut > 0) return t("incident.signedOut", { count: last.signedOut });
  return t(`incident.did.${step}`, { target: last ? ownedTarget(last, names) : "" });
}
