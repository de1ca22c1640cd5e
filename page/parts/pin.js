// Asks for the PIN that confirms one purpose for five minutes, and sets the first one.

import { Problem } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/text.js";
import { dialog } from "./dialog.js";
import { field, form } from "./form.js";
import { toast } from "./toast.js";

/** Confirms `purpose` with the person's PIN; true once the gateway took it. */
export async function stepUp({ client, store, session }, purpose) {
  if (session.isWall) return tellWall();
  const stepUpWith = (pin) => client.ask("POST", "/step-up", { pin, purpose });
  if (await lacksPIN(store)) {
    const pin = await setPIN({ client, store });
    if (!pin) return false;
    // Who has just chosen a PIN knows it; where the gateway does not take it now, it is asked for and the reason shown.
    if (await stepUpWith(pin).then(() => true, () => false)) return true;
  }
  return await dialog(t("pin.title"), (close) => {
    const pin = field({ name: "pin", label: t("pin.label"), control: digits("one-time-code") });
    return form([el("p.muted", {}, t(`pin.for.${purpose}`)), pin], {
      verb: t("pin.confirm"), cancel: () => close(false),
      submit: async (values) => {
        await stepUpWith(values.pin);
        close(true);
      },
    });
  }) === true;
}

/** Sets one's own PIN and gives it; false when none was chosen. Whoever may not set their first one now is told whom to ask. */
export async function setPIN({ client, store }) {
  if (await lacksPIN(store) && store.home.maySetPIN === false) return tell(t("pin.none"), whomToAsk(store.home));
  return await dialog(t(store.home.hasPIN ? "pin.change" : "pin.set"), (close) => [
    el("p.muted", {}, t("pin.why")),
    pinForm({ client, store }, { cancel: () => close(false), done: close }),
  ]) || false;
}

/** Asks somebody who has just come in for the PIN that their rights will need, while they may still set it. */
export async function offerPIN({ client, store, session }) {
  const { hasPIN, needsPIN, maySetPIN } = store.home ?? {};
  if (session.isWall || hasPIN !== false || !needsPIN || !maySetPIN) return;
  const isSet = await dialog(t("pin.first"), (close) => [
    el("p.muted", {}, t("pin.firstWhy")),
    pinForm({ client, store }, {
      cancel: () => close(false), cancelVerb: t("setup.skip"), done: () => close(true),
    }),
  ]);
  if (isSet) toast(t("settings.pinIsSet"));
}

/** Asks the gateway again before it says so: a PIN, or the permission to set one, may have come since. */
async function lacksPIN(store) {
  if (store.home?.hasPIN === false) await store.readHome().catch(() => null);
  return store.home?.hasPIN === false;
}

/** What somebody does who has no PIN and may not set one now. */
export const whomToAsk = ({ person }) => t(person.role === "owner" ? "pin.askOwner" : "pin.ask", person);

/** The form for one's own PIN; `done` gets the PIN once the gateway has it. */
export function pinForm({ client, store }, { done, cancel, cancelVerb }) {
  const { person, hasPIN } = store.home;
  const fields = [
    hasPIN && field({ name: "current", label: t("pin.current"), control: digits("one-time-code") }),
    field({ name: "pin", label: t("pin.new"), help: t("pin.rule"), control: digits("off") }),
    field({ name: "again", label: t("pin.again"), control: digits("off") }),
  ].filter(Boolean);
  return form(fields, {
    verb: t(hasPIN ? "pin.change" : "pin.set"), cancel, cancelVerb,
    submit: async ({ pin, again, current }) => {
      if (!/^\d{6,12}$/.test(pin)) throw mistake("pin", "malformed", t("pin.rule"));
      if (pin !== again) throw mistake("again", "differs", t("pin.differs"));
      await client.ask("PUT", `/people/${person.id}/pin`, { pin, currentPIN: current }).catch((error) => {
        if (error.code === "wrongPIN") error.field = "current";
        throw error;
      });
      await store.readHome();
      done(pin);
    },
  });
}

/** No `password`: browsers offer to keep those and to fill them in, for whoever uses this one next. */
const digits = (autocomplete) => el("input.input.digits", {
  type: "text", inputmode: "numeric", maxlength: 12, spellcheck: "false", autocomplete,
});

const mistake = (field, code, detail) => new Problem(422, { field, code, detail });

const tellWall = () => tell(t("pin.wall"), t("pin.wallHelp"));

/** Says why no PIN can be given; false. */
async function tell(title, text) {
  await dialog(title, (close) => [
    el("p", {}, text),
    el("div.actions", {},
      el("button.button.primary", { type: "button", on: { click: () => close() } }, t("dialog.ok"))),
  ]);
  return false;
}
