// The control of a choice: a few options as buttons, many as a list.

import { commandText, isOnlyReported } from "../../../core/capabilities.js";
import { el, set } from "../../../core/dom.js";
import { kind, readingText } from "../../../core/format.js";
import { capitalised, t } from "../../../core/text.js";
import { isKnown, pendingOrReported } from "../../../parts/pending-value.js";

const mostButtons = 5;

/** Kinds whose options are acts, such as "Lock" and "Stop". Their buttons never look pressed: the row says the
 *  state. */
const acts = new Set(["lock", "garageDoor", "valve", "movement"]);

export function options(given) {
  const { options: all, commandOptions = all } = given.capability;
  const words = commandOptions.filter((word) =>
    !isOnlyReported(kind(given.capability), word) && given.offers(word));
  return words.length > mostButtons ? list(given, words) : buttons(given, words);
}

/** The label of an option: "Unlock" instead of "unlocked", when the catalogue has one. */
const verb = (capability, word) => capitalised(commandText(kind(capability), word) ?? readingText(capability, word));

function buttons({ capability, label, send }, words) {
  const all = words.map((word) => el("button.option", {
    type: "button", "data-word": word, on: { click: () => send(word) },
  }, verb(capability, word)));
  const isAct = acts.has(kind(capability));
  return {
    element: el("div.options", { role: "group", "aria-label": label }, all), isWide: true,
    update(view) {
      const { value, status, command } = view;
      for (const button of all) {
        const { word } = button.dataset;
        const isPending = status === "pending" && command.value === word;
        set(button, {
          "aria-pressed": isKnown(view) && !isAct ? String(word === value) : null, "data-pending": isPending,
          // There is nothing to stop at a device that cannot be reached.
          disabled: kind(capability) === "movement" && status === "offline",
        });
      }
    },
  };
}

/** A list with a button that sends the option: the arrow keys pass options that are not meant. */
function list({ capability, label, send }, words) {
  const none = el("option", { value: "", disabled: true }, "–");
  let isChosen = false;
  const select = el("select.input", {
    "aria-label": label, required: true, on: { change: () => { isChosen = true; } },
  }, none, words.map((word) => el("option", { value: word }, verb(capability, word))));
  const submit = (event) => {
    event.preventDefault();
    isChosen = false;
    send(select.value);
  };
  return {
    element: el("form.entry", { on: { submit } }, select, el("button.button", { type: "submit" }, t("device.set"))),
    isWide: true,
    update(view) {
      const word = pendingOrReported(view) ?? "";
      if (!isChosen && select.value !== word) select.value = word;
    },
  };
}
