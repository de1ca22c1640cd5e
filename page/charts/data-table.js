// The data of a chart as a table and as a CSV file.

import { saveFile } from "../parts/download.js";
import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

/** `columns` are the titles, first that of the row headers; `rows` and `foot` are `[header, ...cells]` of text or
 *  elements. */
export function dataTable({ caption, columns, rows, foot }) {
  const line = ([head, ...cells]) =>
    el("tr", {}, el("th", { scope: "row" }, head), cells.map((cell) => el("td", {}, cell ?? "")));
  const table = el("table.data", {}, el("caption", {}, caption),
    el("thead", {}, el("tr", {}, columns.map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, rows.map(line)), foot && el("tfoot", {}, line(foot)));
  // A wide table scrolls sideways; the tab index makes that possible with the keyboard.
  return el("div.data-scroll", { role: "region", "aria-label": caption, tabindex: 0 }, table);
}

/** A button that saves a CSV file, made in the browser; `file()` returns `{ name, rows }` with rows of text and
 *  numbers. */
export function downloadButton(file) {
  return el("button.button.quiet", { type: "button", on: { click: () => save(file()) } },
    icon("download"), t("energy.download"));
}

function save({ name, rows }) {
  const text = `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
  saveFile(`${name}.csv`, text, "text/csv");
}

/** A CSV cell. An apostrophe protects text that a spreadsheet would treat as a formula; a decimal is none. */
function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(Math.round(value * 1e6) / 1e6);
  const text = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
