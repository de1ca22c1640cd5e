// Asks for the PIN that confirms one purpose for five minutes, and sets the first one.

import { Problem } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/text.js";
import { dialog } from "./dialog.js";
import { field, form } from "./form.js";

/** Confirms `purpose` with the person's PIN; true once the gateway took it. */
export async function stepUp({ client, store, session }, purpose) {
  if (session.isWall) return tellWall();
  if (store.home?.hasPIN === false) {
    return await setPIN({ client, store }) && stepUp({ client, store, session }, purpose);
  }
  return await dialog(t("pin.title"), (close) => {
    const pin = field({ name: "pin", label: t("pin.label"), control: digits("one-time-code") });
    return form([el("p.muted", {}, t(`pin.for.${purpose}`)), pin], {
      verb: t("pin.confirm"), cancel: () => close(false),
      submit: async (values) => {
        await client.ask("POST", "/step-up", { pin: values.pin, purpose });
        close(true);
      },
    });
  }) === true;
}

/** Sets one's own PIN; true once it is. */
export async function setPIN({ client, store }) {
  return await dialog(t(store.home.hasPIN ? "pin.change" : "pin.set"), (close) => [
    el("p.muted", {}, t("pin.why")),
    pinForm({ client, store }, { cancel: () => close(false), done: () => close(true) }),
  ]) === true;
}

/** The form for one's own PIN; `done` is called once the gateway has it. */
export function pinForm({ client, store }, { done, cancel }) {
  const { person, hasPIN } = store.home;
  const fields = [
    hasPIN && field({ name: "current", label: t("pin.current"), control: digits("one-time-code") }),
    field({ name: "pin", label: t("pin.new"), help: t("pin.rule"), control: digits("off") }),
    field({ name: "again", label: t("pin.again"), control: digits("off") }),
  ].filter(Boolean);
  return form(fields, {
    verb: t(hasPIN ? "pin.change" : "pin.set"), cancel,
    submit: async ({ pin, again, current }) => {
      if (!/^\d{6,12}$/.test(pin)) throw mistake("pin", "malformed", t("pin.rule"));
      if (pin !== again) throw mistake("again", "differs", t("pin.differs"));
      await client.ask("PUT", `/people/${person.id}/pin`, { pin, currentPIN: current }).catch((error) => {
        if (error.code === "wrongPIN") error.field = "current";
        throw error;
      });
      await store.readHome();
      done();
    },
  });
}

/** No `password`: browsers offer to keep those and to fill them in, for whoever uses this one next. */
const digits = (autocomplete) => el("input.input.digits", {
  type: "text", inputmode: "numeric", maxlength: 12, spellcheck: "false", autocomplete,
});

const mistake = (field, code, detail) => new Problem(422, { field, code, detail });

async function tellWall() {
  await dialog(t("pin.wall"), (close) => [
    el("p", {}, t("pin.wallHelp")),
    el("div.actions", {},
      el("button.button.primary", { type: "button", on: { click: () => close() } }, t("dialog.ok"))),
  ]);
  return false;
}
