// The steps against an incident. Each asks before it does something, and says what it does.

import { el } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dialog } from "../../parts/dialog.js";
import { choice, form } from "../../parts/form.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";
import { keyPlan } from "./keys.js";

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

function clientOption({ id, name, person }, names) { return [id, `${name} (${names.person(person)})`]; }

function credentialOption({ root }, names) { return [root, names.device(root) || root]; }

/** `isRotating` says whether new keys exist beside the old ones; null when that is not known. */
export function containmentCard(context, incident, { names, isRotating }) {
  const isUseless = { rotateKeys: isRotating === true, finishRotation: isRotating === false };
  const own = steps.filter(({ step, permission }) => (!permission || context.store.may(permission)) && !isUseless[step]);
  return el("section.card", { "aria-labelledby": "incident-steps" },
    el("h2", { id: "incident-steps" }, t("incident.steps")),
    el("p.muted", {}, t("incident.stepsHelp")),
    el("ul.rows", {}, own.map((one) => el("li.row", {},
      el("span.row-words", {}, el("span.setting-name", {}, t(`incident.step.${one.step}`)),
        el("span.help", {}, t(`incident.stepHelp.${one.step}`))),
      el("button.button", {
        type: "button", "aria-label": `${t("incident.do")}: ${t(`incident.step.${one.step}`)}`,
        on: { click: () => act(context, incident, names, one) },
      }, t("incident.do"))))));
}

async function act(context, incident, names, { step, path, own, option, plan }) {
  const { client, store, withStepUp, refresh } = context;
  const title = t(`incident.step.${step}`);
  let isTried = false;
  const done = await dialog(title, (close) => {
    const target = path && el("div", {}, el("p.loading", {}, t("incident.reading")));
    const contents = el("div", {}, el("p", {}, t(`incident.stepHelp.${step}`)), target, plan && keyPlan(context));
    const cancel = () => close(null);
    const run = async (values) => {
      const body = { step, ...(path && { target: values.target }) };
      isTried = true;
      const result = await withStepUp(() => client.request("POST", `/incidents/${incident.id}/containment`, body), title);
      if (result) close(result);
    };
    if (!path) return [form([contents], { verb: title, cancel, submit: run, danger: true })];
    const place = el("div", {}, contents);
    client.request("GET", path).then((items) => {
      const options = items.map((item) => option(item, names));
      if (!options.length) return target.replaceChildren(el("p", {}, t("incident.noTarget")));
      const wanted = own(incident.subject);
      const value = options.some(([id]) => id === wanted) ? wanted : options[0][0];
      const select = choice({ name: "target", label: t("incident.target"), options, value });
      target.remove();
      return place.append(form([select], { verb: title, cancel, submit: run, danger: true }));
    }, (error) => target.replaceChildren(el("p.mistake", { role: "alert" }, problemText(error))));
    return [place];
  });
  if (done) toast(t("incident.done"));
  // The incident lists a step that failed, too.
  if (isTried) await refresh();
  if (done) store.readHome().catch(() => {});
}
