// Modal dialogs. Escape and a tap outside cancel them, unless their content does not permit it.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";

let count = 0;
const waiting = [];

/** Shows a dialog with `content(close)` until `close(result)` is called. Resolves with that result; null when the
 *  dialog was cancelled. A dialog that is already open is hidden meanwhile, and comes back with its content. While
 *  `isHeld()`, Escape and a tap outside do nothing: something runs that only a button of the content ends. */
export function dialog(title, content, { isHeld = () => false } = {}) {
  return new Promise((resolve) => {
    const covered = openDialog();
    // Both dialogs are in the document, so the ids must differ.
    const id = `dialog-title-${count += 1}`;
    const heading = el("h2", { id }, title);
    const element = el("dialog.dialog", { "aria-labelledby": id });
    let result = null;
    const close = (value) => { result = value; element.close(); };
    element.append(heading, ...[content(close)].flat());
    // Of two Escapes without a tap between them, browsers ask only about the first one (`cancel`) and obey the second.
    const ignoreEscape = (event) => {
      if (event.key === "Escape" && isHeld() && openDialog() === element) event.preventDefault();
    };
    document.addEventListener("keydown", ignoreEscape);
    element.addEventListener("cancel", (event) => { if (isHeld()) event.preventDefault(); });
    element.addEventListener("close", () => {
      document.removeEventListener("keydown", ignoreEscape);
      element.remove();
      covered?.classList.remove("is-covered");
      if (!openDialog()) waiting.splice(0).forEach((act) => act());
      resolve(result);
    });
    element.addEventListener("click", (event) => { if (event.target === element && !isHeld()) element.close(); });
    document.body.append(element);
    covered?.classList.add("is-covered");
    element.showModal();
  });
}

const openDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1);

/** Resolves when no dialog is open. */
export const whenNoDialogIsOpen = () =>
  new Promise((resolve) => { if (openDialog()) waiting.push(resolve); else resolve(); });

/** The title of the open dialog; undefined when none is open. */
export const openDialogTitle = () => openDialog()?.querySelector("h2").textContent;

/** Cancels all open dialogs, when the view or the session that opened them ends. */
export function closeDialogs() {
  for (const element of document.querySelectorAll("dialog[open]")) element.close();
}

/** Asks for confirmation before something is lost. True only when the person confirmed. */
export async function confirmed(title, text, verb) {
  return await dialog(title, (close) => [
    el("p", {}, text),
    el("div.actions", {},
      el("button.button", { type: "button", autofocus: true, on: { click: () => close(false) } }, t("dialog.cancel")),
      el("button.button.danger", { type: "button", on: { click: () => close(true) } }, verb)),
  ]) === true;
}
