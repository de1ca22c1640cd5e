// A field for weekly windows: a grid of whole hours that is painted with pointer or keyboard, and rows for times to the
// minute. A click on the name of a day fills it.

import { el, icon, set, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { isOtherTimeZone } from "../../home/home-time.js";
import {
  dayMinutes, dayName, fill, formatWindow, hourRangeText, hourText, minutesOf, parseWindow, week, windowsOf,
  windowsWords,
} from "../../home/weekly-windows.js";
import { group } from "../../parts/group.js";
import { enablePainting } from "./week-painting.js";
import { windowRow } from "./window-row.js";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const marked = [0, 6, 12, 18];

/** A field of windows such as `sat,sun 08:00-20:00`. A window that was not changed keeps its original text. */
export function weekGrid({ name, label, windows: texts, timeZone }) {
  let windows = texts.map(parseWindow);
  const days = week();
  const summary = el("p.week-summary", { "aria-live": "polite" });
  const rows = el("div.week-rows");
  const cells = new Map();
  const bars = new Map();
  const grid = el("div.week", { role: "grid", "aria-label": t("people.week"), "aria-multiselectable": "true" },
    days.map((day) => dayRow(day)));
  const clear = el("button.button.quiet", {
    type: "button", on: { click: () => setWindows([]) },
  }, t("when.clear"));

  function dayRow(day) {
    const own = hours.map((hour) => {
      const cell = el("div.week-cell", { role: "gridcell", tabindex: -1, "data-day": day, "data-hour": hour });
      cells.set(`${day}/${hour}`, cell);
      return cell;
    });
    bars.set(day, el("div.week-bars", { role: "presentation", "aria-hidden": "true" }));
    return el("div.week-day", { role: "row" },
      el("div.week-name", { role: "rowheader" }, el("button.week-fill", {
        type: "button", "aria-label": t("when.wholeDay", { day: dayName(day) }), on: { click: () => fillDay(day) },
      }, dayName(day, "short"))),
      el("div.week-hours", { role: "presentation" }, bars.get(day), own));
  }

  /** Fills the whole day; clears it when it is full already. */
  function fillDay(day) {
    const minutes = minutesOf(windows);
    const own = minutes.subarray(day * dayMinutes, (day + 1) * dayMinutes);
    own.fill(own.every(Boolean) ? 0 : 1);
    setWindows(windowsOf(minutes));
  }

  /** Draws the grid; during painting it shows the preview, not the value of the field. */
  function draw(minutes) {
    for (const day of days) {
      const own = minutes.subarray(day * dayMinutes, (day + 1) * dayMinutes);
      bars.get(day).replaceChildren(...barsOf(own));
      for (const hour of hours) showCell(cells.get(`${day}/${hour}`), day, hour, own);
    }
  }

  function showSummary(shown) {
    write(summary, shown.length ? windowsWords(shown) : t("when.none"));
    clear.hidden = !shown.length;
  }

  function setWindows(wanted) {
    windows = wanted;
    rows.replaceChildren(...windows.map((window) =>
      windowRow(window, { change: redraw, remove: () => removeWindow(window) })));
    redraw();
  }

  function redraw() {
    draw(minutesOf(windows));
    showSummary(windows.filter(isWhole));
    grid.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function removeWindow(window) {
    setWindows(windows.filter((other) => other !== window));
    add.focus();
  }

  const add = el("button.button.quiet", { type: "button", on: {
    click: () => {
      setWindows([...windows, { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 18 * 60 }]);
      rows.lastElementChild.querySelector("input")?.focus();
    },
  } }, icon("plus"), t("people.weekAdd"));

  enablePainting(grid, {
    cell: (day, hour) => cells.get(`${day}/${hour}`), days,
    isFull: (day, hour) => isFull(minutesOf(windows), day, hour),
    preview: (area) => {
      const shown = painted(minutesOf(windows), area);
      draw(shown);
      showSummary(windowsOf(shown));
    },
    revert: redraw,
    commit: (area) => setWindows(windowsOf(painted(minutesOf(windows), area))),
  });
  setWindows(windows);
  cells.get(`${days[0]}/8`).tabIndex = 0;

  const zone = isOtherTimeZone(timeZone) ? t("people.weekZone", { zone: timeZone }) : null;
  return group({
    name, label, help: [t("people.weekHelp"), zone].filter(Boolean).join(" "),
    contents: [summary, el("div.week-frame", {}, ruler(), grid), rows, el("div.week-acts", {}, add, clear)],
    value: () => windows.map((window) => window.text ?? formatWindow(window)),
    focus: () => (rows.querySelector("input") ?? add).focus(),
    check: () => (windows.every(isWhole) ? null : t("people.weekUnfinished")),
  });
}

const isWhole = ({ days, from, to }) => days.length > 0 && from !== to && Number.isFinite(from + to);

const ruler = () => el("div.week-ruler.muted", { "aria-hidden": "true" },
  marked.map((hour) => el("span", {}, hourText(hour * 60))));

const isFull = (minutes, day, hour) =>
  minutes.subarray(day * dayMinutes + hour * 60, day * dayMinutes + hour * 60 + 60).every(Boolean);

function painted(minutes, { days, from, to, value }) {
  const result = minutes.slice();
  for (const day of days) fill(result, day * dayMinutes + from * 60, (to - from + 1) * 60, value);
  return result;
}

function barsOf(minutes) {
  const found = [];
  for (let start = minutes.indexOf(1); start >= 0; start = minutes.indexOf(1, start)) {
    const gap = minutes.indexOf(0, start);
    const end = gap < 0 ? dayMinutes : gap;
    const bar = el("div.week-bar");
    bar.style.setProperty("--from", start / dayMinutes);
    bar.style.setProperty("--length", (end - start) / dayMinutes);
    found.push(bar);
    start = end;
  }
  return found;
}

function showCell(cell, day, hour, minutes) {
  const own = minutes.subarray(hour * 60, hour * 60 + 60);
  const isAll = own.every(Boolean);
  const part = !isAll && own.some(Boolean) ? `, ${t("people.weekPartly")}` : "";
  const label = `${dayName(day)} ${hourRangeText(hour * 60, hour * 60 + 60)}${part}`;
  set(cell, { "aria-selected": String(isAll), "aria-label": label });
}
