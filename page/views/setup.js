// The first setup, step by step. It can be interrupted and continued: the browser remembers the last step.

import { now } from "../core/clock.js";
import { el, icon } from "../core/dom.js";
import { address, go } from "../core/router.js";
import { clock, when } from "../core/format.js";
import { t } from "../core/text.js";
import { browserTimeZone, isOtherTimeZone, timeZoneText } from "../home/home-time.js";
import { field, form, nameField } from "../parts/form.js";
import { pinForm, whomToAsk } from "../parts/pin.js";
import { recordNotice } from "../parts/notice.js";
import { privacy } from "../parts/privacy.js";
import { newRoom, roomChips } from "../parts/room-chips.js";
import { trust } from "../parts/trust.js";

export const styles = ["settings", "setup"];

/** The steps; `show` returns the content of a step. A step without `isForm` has a button to continue, `maySkip` adds
 *  one to skip the step. `leave` is done when the person goes on; the setup does not wait for it. */
const steps = [
  { name: "privacy", show: showPrivacy, leave: recordNotice },
  { name: "name", show: showName, isForm: true, maySkip: true, permission: "modifySettings" },
  { name: "pin", show: showPIN, isForm: true },
  { name: "rooms", show: showRooms, permission: "modifySettings" },
  { name: "trust", show: () => trust() },
  { name: "done", show: showDone, isLast: true },
];

/** The names of the steps in which the last act was refused. They are not ticked. */
const refused = new Set();

export async function open(context, { id }) {
  const { session, store } = context;
  const own = steps.filter(({ permission }) => !permission || store.may(permission));
  const position = (name) => own.findIndex((step) => step.name === name);
  const reached = session.identity.setup ? Math.max(0, position(session.identity.setup)) : own.length;
  const index = Math.max(0, position(id ?? session.identity.setup));
  const step = own[index];
  if (step.isLast) await session.remember({ setup: null });
  else if (index > reached) await session.remember({ setup: step.name });
  const onward = () => {
    step.leave?.(context).catch(() => {});
    go("setup", own[index + 1].name);
  };
  const title = t(`setup.${step.name}`);
  const element = el("section.setup", {},
    progress(own, index, Math.max(index, reached)),
    el("h1", {}, title), el("p.setup-lead", {}, t(`setup.${step.name}Help`)),
    await step.show(context, onward),
    foot(own, index, onward));
  return { element, title };
}

function progress(own, index, reached) {
  return el("nav", { "aria-label": t("setup.progress", { step: index + 1, count: own.length }) },
    el("ol.steps", {}, own.map(({ name }, at) => {
      const sign = el("span.step-sign", { "aria-hidden": "true" },
        at < index && !refused.has(name) ? icon("check") : String(at + 1));
      const word = el("span.step-word", {}, t(`setup.step.${name}`));
      const current = at === index ? "step" : null;
      return el("li", {}, at <= reached
        ? el("a.step-link", { href: address("setup", name), "aria-current": current }, sign, word)
        : el("span.step-link", {}, sign, word));
    })));
}

function foot(own, index, onward) {
  const { isForm, maySkip, isLast } = own[index];
  if (isLast) return el("div.actions", {}, el("a.button.primary", { href: address("home") }, t("setup.toHome")));
  return el("div.actions.setup-foot", {},
    index > 0 && el("a.button.quiet.setup-back", { href: address("setup", own[index - 1].name) }, t("setup.back")),
    isForm && maySkip && el("button.button.quiet", { type: "button", on: { click: onward } }, t("setup.skip")),
    !isForm && el("button.button.primary", { type: "button", on: { click: onward } }, t("setup.next")));
}

async function showPrivacy({ client, store }) {
  const known = store.may("modifySettings") ? await client.request("GET", "/retention").catch(() => null) : null;
  return privacy(known?.terms);
}

function showName({ client, store, withStepUp }, onward) {
  const { name: before, timeZone } = store.home;
  const zone = isOtherTimeZone(timeZone) ? zoneField(timeZone) : null;
  return form([nameField({ name: "name", label: t("setup.nameLabel"), value: before }), zone].filter(Boolean), {
    verb: t("setup.next"),
    submit: async ({ name, timeZone: usesBrowserZone }) => {
      const send = async () => {
        if (name.trim() !== before) await client.request("PATCH", "/home", { name });
        if (usesBrowserZone) await client.request("PUT", "/home/time-zone", { timeZone: browserTimeZone() });
        return true;
      };
      if (await withStepUp(send, t("settings.renameHome")) === undefined) return;
      await store.readHome();
      onward();
    },
  });
}

/** Offers the browser's time zone: a gateway on a small computer often has UTC. */
function zoneField(timeZone) {
  const present = { zone: timeZoneText(timeZone), time: when(now(), { timeStyle: "short", timeZone }) };
  const offered = { zone: timeZoneText(browserTimeZone()), time: clock(now()) };
  return field({
    name: "timeZone", control: el("input", { type: "checkbox", checked: true }),
    label: t("setup.useTimeZone", offered), help: t("setup.timeZoneHelp", present),
  });
}

function showPIN(context, onward) {
  const { home } = context.store;
  if (!home.hasPIN && home.maySetPIN !== false) return pinForm(context, { done: onward });
  return el("div.form", {},
    home.hasPIN ? el("p.notice", {}, icon("check"), el("span", {}, t("setup.hasPIN")))
      : el("p.notice", {}, whomToAsk(home)),
    el("div.actions", {}, el("button.button.primary", { type: "button", on: { click: onward } }, t("setup.next"))));
}

function showRooms(context) {
  const chips = roomChips(context, {
    onResult: (isAdded) => { if (isAdded) refused.delete("rooms"); else refused.add("rooms"); },
  });
  return el("div.form", {}, chips.element, newRoom(chips.add));
}

function showDone({ store }) {
  const way = (name, route, picture, permission) => store.may(permission) && el("li", {},
    el("a.row", { href: address(...route) }, icon(picture),
      el("span.row-words", {},
        el("span.setting-name", {}, t(`nav.${name}`)), el("span.help", {}, t(`setup.${name}Next`))),
      icon("forward")));
  return el("ul.rows", {}, 
    way("found", ["settings", "devices"], "plus", "addDevices"), way("people", ["people"], "people", "managePeople"));
}
