// The card of the settings with the home's time zone.

import { now } from "../../core/clock.js";
import { el, write } from "../../core/dom.js";
import { clock, when } from "../../core/format.js";
import { t } from "../../core/text.js";
import { browserTimeZone, isOtherTimeZone, timeZoneText } from "../../home/home-time.js";
import { field, form } from "../../parts/form.js";
import { setting } from "../../parts/setting.js";
import { toast } from "../../parts/toast.js";

const clockMilliseconds = 10_000;
const names = Intl.supportedValuesOf?.("timeZone") ?? [];

export function timeZoneCard(context) {
  const { store } = context;
  let shown = store.home.timeZone;
  const known = el("datalist", { id: "time-zones" }, names.map((name) => el("option", { value: name })));
  const zone = field({
    name: "timeZone", label: t("settings.timeZone"), help: t("settings.timeZoneHelp"), value: shown, maxlength: 64,
    list: known.id, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  });
  const time = el("span.numerals");
  const other = el("p.help");
  const show = () => {
    const { timeZone } = store.home;
    // What a person is typing stays.
    if (zone.input.value === shown) zone.input.value = timeZone;
    shown = timeZone;
    write(time, when(now(), { timeStyle: "short", dateStyle: "full", timeZone }));
    other.hidden = !isOtherTimeZone(timeZone);
    write(other, t("settings.otherTimeZone", { zone: timeZoneText(browserTimeZone()), time: clock(now()) }));
  };
  show();
  const stop = store.on("home", show);
  const timer = setInterval(show, clockMilliseconds);
  const element = form([zone, known], {
    verb: t("settings.save"), submit: ({ timeZone: typed }) => save(context, nameOf(typed)),
  });
  element.classList.add("one-line");
  return {
    element: el("section.card", {},
      el("h3", {}, t("settings.time")), element, setting(t("settings.timeThere"), null, time), other),
    close: () => { stop(); clearInterval(timer); },
  };
}

/** The name that a person means: "europe/stockholm", "America/New York". */
function nameOf(text) {
  const typed = text.trim().replaceAll(" ", "_");
  return names.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed;
}

async function save({ store, client, withStepUp }, timeZone) {
  if (timeZone === store.home.timeZone) return;
  const send = () => client.request("PUT", "/home/time-zone", { timeZone });
  if (await withStepUp(send, t("settings.setTimeZone"))) toast(t("settings.saved"));
  await store.readHome();
}
