// The picker of the period: today, yesterday, a week, a month or a year; the previous or next one, or that of a date.

import { dateOf, move, plusDays, span, spanText } from "../../home/calendar.js";
import { el, icon, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { segments } from "../../parts/segments.js";

const names = ["today", "yesterday", "week", "month", "year"];

/** `change(span)` is called when another period is chosen; `show(span)` shows the chosen one. Days are those of
 *  `zone`. */
export function periodPicker({ zone, change }) {
  const today = () => dateOf(Date.now(), zone);
  const title = el("h2.period-title", { "aria-live": "polite", id: "period-title" });
  const date = el("input.input.period-date", {
    type: "date", "aria-label": t("energy.date"),
    on: { change: () => { if (date.value) to(shown.period, date.value); } },
  });
  const step = (name, count, picture) => el("button.button.period-step", {
    type: "button", "aria-label": t(`energy.${name}`),
    on: { click: () => to(shown.period, move(shown.period, shown.first, count)) },
  }, icon(picture));
  const [before, after] = [step("before", -1, "back"), step("after", 1, "forward")];
  const choices = segments({
    label: t("energy.period"), options: names.map((name) => [name, t(`energy.period.${name}`)]), act: choose,
  });
  let shown;

  function choose(name) {
    if (name === "today") to("day", today());
    else if (name === "yesterday") to("day", plusDays(today(), -1));
    else to(name, shown.next > today() ? today() : shown.first);
  }

  function to(period, day) { change(span(period, day > today() ? today() : day, zone)); }

  function show(wanted) {
    shown = wanted;
    const now = today();
    const name = nameOf(wanted, now);
    for (const input of choices.querySelectorAll("input")) input.checked = input.value === (name ?? wanted.period);
    const word = ["today", "yesterday"].includes(name) ? `${t(`energy.period.${name}`)}, ` : "";
    write(title, word + spanText(wanted));
    date.max = now;
    if (date.value !== wanted.first) date.value = wanted.first;
    after.disabled = wanted.next > now;
  }

  const element = el("div.period", {}, choices, el("div.period-way", {}, before, title, after), date);
  return { element, show };
}

function nameOf({ period, first }, now) {
  if (period !== "day") return period;
  return first === now ? "today" : first === plusDays(now, -1) ? "yesterday" : null;
}
