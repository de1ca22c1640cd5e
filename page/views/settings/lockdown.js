// One switch that stops all but safe commands.

import { el, icon, write } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { confirmed } from "../../parts/dialog.js";
import { showSwitch, switchRow } from "../../parts/switch.js";
import { watching } from "../../parts/watching.js";

const againMilliseconds = 5000;

export async function open(context) {
  const { client, store, acting } = context;
  const since = el("p.help.numerals", { role: "status" });
  const show = ({ since: time }) => write(since, time ? t("settings.lockdownSince", { time: moment(time) }) : "");
  const before = await client.ask("GET", "/lockdown");
  show(before);
  let known = before.isOn;
  const act = async (isOn) => {
    const ask = () => confirmed(t("settings.lockdown"), t("settings.lockdownAsk"), t("settings.lockdownVerb"));
    if (isOn && !await ask()) return false;
    const now = await acting(() => client.ask("POST", "/lockdown", { isOn }));
    if (!now) return !isOn;
    show(now);
    known = now.isOn;
    await store.readHome();
    return now.isOn;
  };
  const row = switchRow({ label: t("settings.lockdownSwitch"), help: t("settings.lockdownHelp"), isOn: known, act });
  // Somebody else may switch it.
  const watch = watching(() => client.ask("GET", "/lockdown"), {
    milliseconds: againMilliseconds, fail: () => {},
    show(now) {
      if (now.isOn === known) return;
      known = now.isOn;
      show(now);
      showSwitch(row, known);
    },
  });
  const stop = store.on("home", watch.again);
  const end = store.may("modifySettings") ? "settings.lockdownEnd" : "settings.lockdownEndOthers";
  return {
    element: el("div.cards", {}, el("section.card", {},
      row, since,
      el("ul.points", {},
        point("check", "settings.lockdownMay"), point("close", "settings.lockdownMayNot"), point("person", end)))),
    close: () => { stop(); watch.close(); },
  };
}

const point = (name, key) => el("li.point", {}, icon(name), el("p", {}, t(key)));
