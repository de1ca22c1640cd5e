// The dialog that shares a paired device by a code, which is shown once.

import { now as gatewayNow } from "../../core/clock.js";
import { el, icon, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { groupedCode, pairingProblem } from "../../home/device-pairing.js";
import { copyable } from "../../parts/copy.js";
import { dialog } from "../../parts/dialog.js";
import { choice, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { qr } from "../../parts/qr.js";
import { askingMilliseconds } from "./pairing.js";

/** What Matter allows is 3 to 15 minutes. */
const minutes = [3, 5, 10, 15];
const usualMinutes = 10;
const countdownMilliseconds = 1000;
const protocol = "matter";
const problem = (error) => pairingProblem(error, protocol);

/** Asks for how long, and shows the code for the device of `pairing`, whose path is `path`, until the person closes the
 *  dialog. The code is nowhere else in the page. */
export async function sharingDialog({ client, withStepUp }, { name }, path) {
  const title = t("matter.shareTitle", { name });
  const options = { milliseconds: askingMilliseconds };
  let stopCountdown = () => {};
  let isOpen = true;

  await dialog(title, (close) => {
    const place = el("div.sharing");
    const status = el("p.muted", { role: "status" });
    const time = choice({
      name: "minutes", label: t("matter.shareTime"), value: String(usualMinutes),
      options: minutes.map((count) => [String(count), t("matter.shareMinutes", { count })]),
    });

    const submit = async (values) => {
      write(status, t("matter.sharing"));
      try {
        const body = { seconds: Number(values.minutes) * 60 };
        const made = await withStepUp(() => client.request("POST", `${path}/sharing`, body, options), title);
        if (made && isOpen) show(made);
        // The person closed the dialog meanwhile and has not seen the code.
        else if (made) await end();
      } finally {
        write(status, "");
      }
    };

    const end = () => client.request("DELETE", `${path}/sharing`, undefined, options);

    const stop = async () => {
      try {
        await end();
        toast(t("matter.sharingStopped", { name }));
        close();
      } catch (error) {
        toast(problem(error), { tone: "danger" });
      }
    };

    function show(made) {
      const { element, stopCounting } = sharedCode(made, { close, stop });
      stopCountdown = stopCounting;
      place.replaceChildren(...element);
      place.querySelector(".invitation-code").focus();
    }

    place.append(el("p", {}, t("matter.shareWhat")), warning(),
      form([time, status], { verb: t("matter.shareVerb"), cancel: () => close(), submit, textOf: problem }));
    return place;
  });
  isOpen = false;
  stopCountdown();
}

const warning = () => el("p.notice.warn", {}, icon("warning"), el("span", {}, t("matter.shareWarning")));

/** The code with a countdown; at its end the code is removed. */
function sharedCode({ code, payload, qr: rows, expiresAt }, { close, stop }) {
  const left = el("p.invitation-left.numerals", { role: "timer" });
  const secrets = el("div.sharing", {},
    el("p.invitation-code.numerals", { tabindex: -1, "aria-label": `${t("matter.sharingCode")}: ${groupedCode(code, protocol)}` },
      groupedCode(code, protocol)),
    qr(rows, t("matter.sharingQR")), copyable(t("matter.sharingText"), payload));
  const stopButton = el("button.button.risky", { type: "button", on: { click: stop } }, t("matter.stopSharing"));
  const help = el("p.help", {}, t("matter.sharingClose"));
  const over = el("p", { role: "status" });

  function count() {
    const seconds = Math.max(0, Math.ceil((new Date(expiresAt) - gatewayNow()) / 1000));
    write(left, t("matter.sharingLeft", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` }));
    if (seconds > 0) return;
    clearInterval(timer);
    for (const gone of [secrets, left, stopButton, help]) gone.remove();
    write(over, t("matter.sharingOver"));
  }

  const timer = setInterval(count, countdownMilliseconds);
  count();
  const closeButton = el("button.button", { type: "button", on: { click: () => close() } }, t("dialog.close"));
  return {
    element: [secrets, left, warning(), help, over, el("div.actions", {}, stopButton, closeButton)],
    stopCounting: () => clearInterval(timer),
  };
}
