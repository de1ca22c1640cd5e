// A row to edit one weekly window: its days, and its times to the minute.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { clockOf, dayMinutes, dayName, minuteOf, week } from "../../home/weekly-windows.js";

/** Changes the object `window` itself and then calls `change`. */
export function windowRow(window, { change, remove }) {
  const touch = (act) => { act(); delete window.text; change(); };
  const days = week().map((day) => {
    const isChosen = window.days.includes(day);
    const input = el("input.visually-hidden", { type: "checkbox", checked: isChosen, "aria-label": dayName(day) });
    input.addEventListener("change", () => touch(() => {
      window.days = window.days.filter((other) => other !== day).concat(input.checked ? [day] : []);
    }));
    return el("label.window-day", {}, input, el("span", { "aria-hidden": "true" }, dayName(day, "narrow")));
  });
  // An end at 00:00 means the end of the day.
  const setFrom = (minute) => touch(() => { window.from = minute; });
  const setTo = (minute) => touch(() => { window.to = minute || dayMinutes; });
  return el("div.window-row", { role: "group", "aria-label": t("people.windowLabel") },
    el("div.window-days", {}, days),
    el("div.window-times", {},
      time(t("people.from"), window.from, setFrom), el("span.muted", { "aria-hidden": "true" }, "–"),
      time(t("people.to"), window.to % dayMinutes, setTo),
      el("button.client-button", { type: "button", "aria-label": t("people.windowRemove"), on: { click: remove } },
        icon("close"))));
}

function time(label, minute, act) {
  const input = el("input.input", { type: "time", value: clockOf(minute), "aria-label": label, required: true });
  input.addEventListener("change", () => act(input.value ? minuteOf(input.value) : NaN));
  return input;
}
