// The dialog with the controllers that may command a paired device, besides the gateway.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { pairingProblem } from "../../home/device-pairing.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { emptyState } from "../../parts/empty-state.js";
import { toast } from "../../parts/toast.js";
import { askingMilliseconds } from "./pairing.js";

/** Identifiers that an address can contain; the gateway refuses all others there. */
const addressable = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/;

/** Shows who else may command the device of `pairing`, whose path is `path`, until the person closes the dialog. */
export async function controllersDialog(context, { name }, path) {
  const { client } = context;
  const place = el("div", { "aria-live": "polite" }, el("p.loading", {}, t("homekit.asking")));
  const title = t("homekit.controllersTitle", { name });

  async function show() {
    try {
      const all = await client.request("GET", `${path}/controllers`, undefined, { milliseconds: askingMilliseconds });
      const others = all.filter(({ isOwn }) => !isOwn);
      place.replaceChildren(others.length
        ? el("ul.rows", {}, others.map((one) => row(one, () => remove(context, { path, name, controller: one, show }))))
        : emptyState("shield", t("homekit.noControllers"), t("homekit.noControllersHelp")));
    } catch (error) {
      place.replaceChildren(el("div.notice.danger", { role: "alert" }, icon("warning"), el("p", {}, pairingProblem(error))));
    }
  }

  await dialog(title, (close) => {
    show();
    return [
      el("p.muted", {}, t("homekit.controllersHelp")), place, el("p.help", {}, t("homekit.shareHelp")),
      el("div.actions", {}, el("button.button", { type: "button", autofocus: true, on: { click: () => close() } }, t("dialog.close"))),
    ];
  });
}

function row({ identifier, isAdministrator }, click) {
  return el("li.row", {},
    el("span.row-words", {}, el("span.controller-id", {}, identifier),
      el("span.help", {}, t(isAdministrator ? "homekit.administrator" : "homekit.mayCommand"))),
    addressable.test(identifier) && el("button.button.risky", {
      type: "button", "aria-label": t("homekit.removeController", { identifier }), on: { click },
    }, t("homekit.removeControllerVerb")));
}

async function remove({ client, withStepUp }, { path, name, controller, show }) {
  const { identifier } = controller;
  const title = t("homekit.removeControllerTitle", { identifier });
  if (!await confirmed(title, t("homekit.removeControllerHelp", { name }), t("homekit.removeControllerVerb"))) return;
  try {
    const address = `${path}/controllers?identifier=${encodeURIComponent(identifier)}`;
    const request = () => client.request("DELETE", address, undefined, { milliseconds: askingMilliseconds });
    // The response has no content: null means done, undefined that the person gave no PIN.
    if (await withStepUp(request, title) === undefined) return;
    await show();
  } catch (error) {
    toast(pairingProblem(error), { tone: "danger" });
  }
}
