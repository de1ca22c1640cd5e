// What the sheets of upkeep need for the printer.

import { now } from "../../core/clock.js";
import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { dateOf } from "../../home/calendar.js";
import { dayText } from "./task-text.js";

/** A button that prints the view. */
export const printButton = () =>
  el("button.button", { type: "button", on: { click: () => window.print() } }, icon("print"), t("maintenance.print"));

/** The name of the home and the day, which only the paper shows. */
export const printedNote = ({ home }) =>
  el("p.printed-note", {}, t("maintenance.printed", { home: home.name, date: dayText(dateOf(now(), home.timeZone)) }));
