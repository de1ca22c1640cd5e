// The dialogs for the PIN: the step-up, which confirms one purpose for five minutes, and setting the PIN.

import { Problem } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/text.js";
import { dialog, openDialogTitle } from "./dialog.js";
import { field, form } from "./form.js";
import { toast } from "./toast.js";

/** Asks for the PIN to confirm `purpose`. `title` names the act; without it the title of the dialog in which the act
 *  was requested does. True when the gateway accepted the PIN, false when the person cancelled or may not set a
 *  first PIN. */
export async function stepUp({ client, store, session }, purpose, title = openDialogTitle()) {
  if (session.isWall) return explainWallPanel();
  const stepUpWith = (pin) => client.request("POST", "/step-up", { pin, purpose });
  if (await lacksPIN(store)) {
    const pin = await setPIN({ client, store });
    if (!pin) return false;
    // The PIN that was just chosen is used at once. If the gateway refuses it, the dialog below asks again and shows
    // why.
    if (await stepUpWith(pin).then(() => true, () => false)) return true;
  }
  return await confirmPIN({ client }, purpose, title ?? t(`pin.title.${purpose}`), t("pin.validFor"));
}

/** Asks for the PIN to confirm `purpose`. True when the gateway accepted it, false when the person cancelled. */
export async function confirmPIN({ client }, purpose, title, help) {
  return await dialog(title, (close) => {
    const pin = field({ name: "pin", label: t("pin.label"), help, control: digits("one-time-code") });
    return form([pin], {
      verb: t("pin.confirm"), cancel: () => close(false),
      submit: async (values) => {
        await client.request("POST", "/step-up", { pin: values.pin, purpose }).catch((error) => {
          // A wrong PIN is typed again as a whole.
          pin.input.value = "";
          throw Object.assign(error, { field: "pin" });
        });
        close(true);
      },
    });
  }) === true;
}

/** Asks for a new PIN of this person and sets it. Returns the PIN, or false when none was set. If a first PIN is not
 *  permitted now, it says whom to ask. */
export async function setPIN({ client, store }) {
  if (await lacksPIN(store) && store.home.maySetPIN === false) return showNotice(t("pin.none"), whomToAsk(store.home));
  return await dialog(t(store.home.hasPIN ? "pin.change" : "pin.set"), (close) => [
    el("p.muted", {}, t("pin.why")),
    pinForm({ client, store }, { cancel: () => close(false), done: close }),
  ]) || false;
}

/** Asks a new client for a first PIN, if the person's permissions will require one and a first PIN is still
 *  permitted. */
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

/** Whether the person has no PIN. Reads the home again first, because a PIN, or the permission to set one, may be
 *  new. */
export async function lacksPIN(store) {
  if (store.home?.hasPIN === false) await store.readHome().catch(() => null);
  return store.home?.hasPIN === false;
}

/** The text for a person who has no PIN and may not set one now: whom to ask. */
export const whomToAsk = ({ person }) => t(person.role === "owner" ? "pin.askOwner" : "pin.ask", person);

/** The form for this person's own PIN; `done(pin)` is called when the gateway has stored it. */
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
      await client.request("PUT", `/people/${person.id}/pin`, { pin, currentPIN: current }).catch((error) => {
        if (error.code === "wrongPIN") error.field = "current";
        throw error;
      });
      await store.readHome();
      done(pin);
    },
  });
}

/** Not of type `password`: browsers offer to store passwords, and would fill the PIN in for the next person. */
export const digits = (autocomplete, maxlength = 12) => el("input.input.digits", {
  type: "text", inputmode: "numeric", maxlength, spellcheck: "false", autocomplete,
});

const mistake = (field, code, detail) => new Problem(422, { field, code, detail });

const explainWallPanel = () => showNotice(t("pin.wall"), t("pin.wallHelp"));

/** Shows why no PIN can be entered. Returns false. */
export async function showNotice(title, text) {
  await dialog(title, (close) => [
    el("p", {}, text),
    el("div.actions", {},
      el("button.button.primary", { type: "button", on: { click: () => close() } }, t("dialog.ok"))),
  ]);
  return false;
}
