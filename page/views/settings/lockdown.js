// The section with the lockdown switch, which stops all but safe commands.

import { el, icon, write } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { showSwitch, switchRow } from "../../parts/switch.js";
import { poll } from "../../parts/poll.js";

const againMilliseconds = 5000;

export async function open(context) {
  const { client, store, withStepUp } = context;
  const since = el("p.help.numerals", { role: "status" });
  const show = ({ since: time }) => write(since, time ? t("settings.lockdownSince", { time: moment(time) }) : "");
  const before = await client.request("GET", "/lockdown");
  show(before);
  let known = before.isOn;
  const act = async (isOn) => {
    const ask = () => confirmed(t("settings.lockdown"), t("settings.lockdownAsk"), t("settings.lockdownVerb"));
    if (isOn && !await ask()) return false;
    const now = await withStepUp(() => client.request("POST", "/lockdown", { isOn }),
      t(isOn ? "settings.lockdownVerb" : "lockdown.endTitle"));
    if (!now) return !isOn;
    show(now);
    known = now.isOn;
    await store.readHome();
    return now.isOn;
  };
  const row = switchRow({ label: t("settings.lockdownSwitch"), help: t("settings.lockdownHelp"), isOn: known, act });
  // The lockdown may be switched elsewhere, so its state is polled.
  const poller = poll(() => client.request("GET", "/lockdown"), {
    milliseconds: againMilliseconds, fail: () => {},
    show(now) {
      if (now.isOn === known) return;
      known = now.isOn;
      show(now);
      showSwitch(row, known);
    },
  });
  const stop = store.on("home", poller.refresh);
  const end = store.may("modifySettings") ? "settings.lockdownEnd" : "settings.lockdownEndOthers";
  return {
    element: el("div.cards", {}, el("section.card", {},
      row, since,
      el("ul.points", {},
        point("check", "lockdown.may"), point("close", "settings.lockdownMayNot"), point("person", end)))),
    close: () => { stop(); poller.close(); },
  };
}

const point = (name, key) => el("li.point", {}, icon(name), el("p", {}, t(key)));
