// Texts that are saved as files.

import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

/** The browser reads the text within this time. */
const savingMilliseconds = 10_000;

/** A button that saves a text. `describedBy` is the id of the element that says what the file is. */
export function saveButton(fileName, text, { describedBy }) {
  return el("button.button", {
    type: "button", "aria-describedby": describedBy, on: { click: () => saveFile(fileName, text) },
  }, icon("download"), t("provision.download"));
}

/** Saves a text as a file with this name. */
export function saveFile(fileName, text, type = "text/plain") {
  saveBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Saves data as a file with this name. */
export function saveBlob(fileName, blob) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), savingMilliseconds);
}
