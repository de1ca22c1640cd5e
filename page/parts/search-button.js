// The button that opens the search, and its key `/`.

import { el, icon } from "../core/dom.js";
import { t, withAllMessages } from "../core/text.js";
import { loadLastingStylesheet } from "../core/load-stylesheets.js";
import { loadPart } from "./load-part.js";

const typed = "input, select, textarea, [contenteditable]";

export function searchButton(context) {
  let isOpening = false;
  /** What is typed while the search is loaded. */
  let letters = "";
  const open = async () => {
    if (isOpening) return;
    isOpening = true;
    letters = "";
    const loaded = await loadPart(() => Promise.all(
      [withAllMessages(import("./search.js")), loadLastingStylesheet("search")]));
    isOpening = false;
    loaded?.[0].openSearch(context, letters);
  };
  const press = (event) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (isOther || event.target.closest?.(typed) || document.querySelector("dialog[open]")) return;
    if (event.key !== "/" && !(isOpening && event.key.length === 1)) return;
    event.preventDefault();
    if (isOpening) letters += event.key;
    else open();
  };
  document.addEventListener("keydown", press);
  return {
    element: el("button.icon-button.search-open", {
      type: "button", "aria-label": t("search.open"), title: `${t("search.open")} (/)`, "aria-keyshortcuts": "/",
      "aria-haspopup": "dialog", on: { click: open },
    }, icon("search")),
    close: () => document.removeEventListener("keydown", press),
  };
}
