// The dialog with the controllers that may command a paired device, besides the gateway. In Matter, these are homes.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { pairingProblem, protocolOf } from "../../home/device-pairing.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { emptyState } from "../../parts/empty-state.js";
import { toast } from "../../parts/toast.js";
import { askingMilliseconds } from "./pairing.js";

/** Identifiers that an address can contain; the gateway refuses all others there. */
const addressable = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/;

/** Shows who else may command the device of `pairing`, whose path is `path`, until the person closes the dialog. */
export async function controllersDialog(context, pairing, path) {
  const { client } = context;
  const { name } = pairing;
  const protocol = protocolOf(pairing);
  const place = el("div", { "aria-live": "polite" }, el("p.loading", {}, t("pairing.asking")));
  const title = t(`${protocol}.controllersTitle`, { name });

  async function show() {
    try {
      const all = await client.request("GET", `${path}/controllers`, undefined, { milliseconds: askingMilliseconds });
      const others = all.filter(({ isOwn }) => !isOwn);
      const removal = { path, name, protocol, show };
      place.replaceChildren(others.length
        ? el("ul.rows", {}, others.map((one) => row(one, protocol, () => remove(context, one, removal))))
        : emptyState("shield", t("pairing.noControllers"), t(`${protocol}.noControllersHelp`)));
    } catch (error) {
      place.replaceChildren(
        el("div.notice.danger", { role: "alert" }, icon("warning"), el("p", {}, pairingProblem(error, protocol))));
    }
  }

  await dialog(title, (close) => {
    show();
    return [
      el("p.muted", {}, t(`${protocol}.controllersHelp`)), place, el("p.help", {}, t(`${protocol}.shareHelp`)),
      el("div.actions", {}, el("button.button", { type: "button", autofocus: true, on: { click: () => close() } }, t("dialog.close"))),
    ];
  });
}

/** The name that a controller gave to itself, or else its identifier. */
const nameOf = ({ name, identifier }) => name ?? identifier;

function row(controller, protocol, click) {
  const { identifier, isAdministrator, name } = controller;
  const rights = t(isAdministrator ? `${protocol}.administrator` : "pairing.mayCommand");
  return el("li.row", {},
    el("span.row-words", {}, el("span.controller-id", {}, nameOf(controller)),
      el("span.help", {}, name ? `${rights} · ${identifier}` : rights)),
    addressable.test(identifier) && el("button.button.risky", {
      type: "button", "aria-label": t("pairing.removeController", { identifier: nameOf(controller) }), on: { click },
    }, t("pairing.removeControllerVerb")));
}

async function remove({ client, withStepUp }, controller, { path, name, protocol, show }) {
  const title = t("pairing.removeControllerTitle", { identifier: nameOf(controller) });
  const help = t(`${protocol}.removeControllerHelp`, { name });
  if (!await confirmed(title, help, t("pairing.removeControllerVerb"))) return;
  try {
    const address = `${path}/controllers?identifier=${encodeURIComponent(controller.identifier)}`;
    const request = () => client.request("DELETE", address, undefined, { milliseconds: askingMilliseconds });
    // The response has no content: null means done, undefined that the person gave no PIN.
    if (await withStepUp(request, title) === undefined) return;
    await show();
  } catch (error) {
    toast(pairingProblem(error, protocol), { tone: "danger" });
  }
}
