// The setup of a device by the gateway itself: which device, what the gateway sets, and how far it is.

import { Problem } from "../../core/api.js";
import { el, icon, write } from "../../core/dom.js";
import { tOrNull, t } from "../../core/text.js";
import { dialog } from "../../parts/dialog.js";
import { facts } from "../../parts/facts.js";
import { field, form, nameField } from "../../parts/form.js";
import { poll } from "../../parts/poll.js";
import { problemNotice } from "../../parts/problem.js";
import { rootOf } from "./root.js";

const everyMilliseconds = 1000;
const addressForm = /^\d{1,3}(\.\d{1,3}){3}$/;
const stepIcons = { done: "check", failed: "warning" };

/** Sets a device up in a dialog. `offer` may have its `dialect`, `address`, `port` and `name`. Resolves with the setup
 *  that succeeded, with `{ isManual: true }` when the person wants to do it without the gateway, or with null. */
export async function setUpDevice(context, offer) {
  const setup = new Setup(context, offer);
  const result = await dialog(t("setupDevice.title"), (close) => setup.open(close));
  setup.close();
  return result;
}

class Setup {
  #client;
  #withStepUp;
  #offer;
  #place = el("div.device-setup");
  #finish;
  #poller;
  #isClosed = false;

  constructor({ client, withStepUp }, offer) {
    this.#client = client;
    this.#withStepUp = withStepUp;
    this.#offer = offer;
  }

  open(finish) {
    this.#finish = finish;
    this.#ask();
    return this.#place;
  }

  /** The gateway goes on with a setup that has begun. */
  close() {
    this.#isClosed = true;
    this.#poller?.close();
  }

  #show(...contents) { this.#place.replaceChildren(...contents.flat().filter(Boolean)); }

  #ask() {
    const { name = "", address = "", port } = this.#offer;
    const nameInput = nameField({ name: "id", label: t("provision.name"), value: name, help: t("provision.nameHelp") });
    const addressInput = field({
      name: "address", label: t("setupDevice.address"), help: t("setupDevice.addressHelp"), value: address,
      inputmode: "decimal", autocomplete: "off", spellcheck: "false", placeholder: "192.168.1.50",
      check: (text) => (addressForm.test(text.trim()) ? null : t("setupDevice.addressWrong")),
    });
    const rootField = {
      ...nameInput, check: (text) => nameInput.check(text) ?? (rootOf(text) ? null : t("provision.noRoot")),
    };
    const submit = async (values) => {
      const question = { address: values.address.trim(), port, dialect: this.#offer.dialect };
      const root = rootOf(values.id);
      this.#offer = { ...this.#offer, name: values.id, address: question.address };
      this.#plan(await this.#client.request("POST", `/devices/${root}/setup/plan`, question));
    };
    this.#show(el("p.muted", {}, t("setupDevice.help")),
      form([rootField, addressInput], { verb: t("provision.verb"), cancel: () => this.#finish(null), submit }));
  }

  #plan(plan) {
    const submit = async () => {
      const { root, address, port, dialect, mac } = plan;
      const request = () => this.#client.request("POST", `/devices/${root}/setup`, { address, port, dialect, mac });
      const begun = await this.#withStepUp(request, t("setupDevice.pin", this.#offer));
      // The dialog may have been closed while the request was on its way.
      if (begun && !this.#isClosed) this.#follow(begun);
    };
    const heading = el("h3", { tabindex: -1 }, plan.name);
    this.#show(
      heading,
      facts([[t("setupDevice.model"), plan.model], [t("setupDevice.firmware"), plan.firmware],
        [t("provision.mac"), plan.mac], [t("setupDevice.address"), plan.address]]),
      !plan.isAnnounced && notice(t("setupDevice.notAnnounced")),
      el("h4", {}, t("setupDevice.sets")),
      facts(plan.settings.map((setting) => [setting.name, settingText(setting)])),
      notice(t("setupDevice.clear")),
      form([], { verb: t("setupDevice.verb"), cancel: () => this.#finish(null), submit }));
    heading.focus();
  }

  #follow(begun) {
    const list = el("ol.setup-steps");
    const status = el("p", { role: "status" });
    const actions = el("div.actions", {}, el("button.button", {
      type: "button", on: { click: (event) => this.#cancel(begun.root, event.currentTarget) },
    }, t("setupDevice.cancel")));
    this.#show(el("h3", {}, t("setupDevice.running", { name: this.#offer.name })), list, status, actions);
    let last = begun;
    const show = (setup) => {
      last = setup;
      list.replaceChildren(...setup.steps.map(stepRow));
      write(status, statusText(setup));
      if (setup.outcome === "running") return;
      this.#poller?.close();
      actions.replaceChildren(...this.#lastButtons(setup));
      actions.querySelector("button").focus();
    };
    show(begun);
    this.#poller = poll(() => this.#progress(last),
      { show, fail: (error) => status.replaceChildren(problemNotice(error)), milliseconds: everyMilliseconds });
  }

  /** The present state of a setup. The gateway does not know it any more when it was restarted meanwhile. */
  async #progress(last) {
    try {
      return await this.#client.request("GET", `/devices/${last.root}/setup`);
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404)) throw error;
      const steps = last.steps.map((step) => (step.state === "running" ? { ...step, state: "failed" } : step));
      return { ...last, steps, outcome: "failed", failure: { code: "interrupted" } };
    }
  }

  #lastButtons(setup) {
    if (setup.outcome === "succeeded") {
      return [button("provision.done", ".primary", () => this.#finish(setup))];
    }
    return [button("setupDevice.manual", "", () => this.#finish({ isManual: true })),
      button("problem.again", ".primary", () => this.#ask())];
  }

  async #cancel(root, control) {
    control.disabled = true;
    await this.#client.request("DELETE", `/devices/${root}/setup`).catch(() => { control.disabled = false; });
  }
}

const button = (key, style, click) => el(`button.button${style}`, { type: "button", on: { click } }, t(key));

const notice = (text) => el("p.notice.warn", {}, icon("warning"), el("span", {}, text));

/** The value of a setting in words; only a text has a value of its own. */
const settingText = ({ kind, value }) => (kind === "text" ? value : t(`setupDevice.value.${kind}`));

function stepRow({ step, state }) {
  return el(`li.is-${state}`, {}, icon(stepIcons[state] ?? "clock"),
    el("span", {}, t(`setupDevice.step.${step}`)), el("span.visually-hidden", {}, t(`setupDevice.state.${state}`)));
}

function statusText({ outcome, failure, steps }) {
  if (outcome === "running") return "";
  if (outcome === "succeeded") return t("setupDevice.succeeded");
  const reason = tOrNull(`setupDevice.failure.${failure.code}`, failure.values) ?? tOrNull(`problem.${failure.code}`) ?? failure.detail;
  const hadPassword = steps.some(({ step, state }) => step === "credential" && state !== "waiting");
  // The text of an interrupted setup says what happens with the password.
  if (!hadPassword || failure.code === "interrupted") return reason;
  return `${reason} ${t(failure.isRevoked ? "setupDevice.revoked" : "setupDevice.notRevoked")}`;
}
