// One of a few words, side by side; many are a list.

import { el, set } from "../../../core/dom.js";
import { kind, readingText } from "../../../core/format.js";
import { maybe, t } from "../../../core/text.js";
import { isKnown, wished } from "../../../parts/wished.js";

const mostButtons = 5;

/** States in which something is by itself: nobody can ask for them. */
const byItself = {
  lock: ["jammed"], garageDoor: ["opening", "closing"], movement: ["opening", "closing"], alarm: ["triggered"], appliance: ["finished"],
};

export function options(given) {
  const { options: all, commandOptions = all } = given.capability;
  const words = commandOptions.filter((word) => !byItself[kind(given.capability)]?.includes(word));
  return words.length > mostButtons ? list(given, words) : buttons(given, words);
}

/** "Unlock" rather than "unlocked", where there is such a word. */
const verb = (capability, word) => maybe(`do.${kind(capability)}.${word}`) ?? readingText(capability, word);

function buttons({ capability, label, send }, words) {
  const all = words.map((word) => el("button.option", {
    type: "button", "data-word": word, on: { click: () => send(word) },
  }, verb(capability, word)));
  return {
    element: el("div.options", { role: "group", "aria-label": label }, all), isWide: true,
    update(view) {
      const { value, status, command } = view;
      for (const button of all) {
        const { word } = button.dataset;
        const isWish = status === "pending" && command.value === word;
        set(button, { "aria-pressed": isKnown(view) ? String(word === value) : null, "data-wish": isWish });
      }
    },
  };
}

/** Sent by its button: arrows pass by words that nobody means. */
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
      const word = wished(view) ?? "";
      if (!isChosen && select.value !== word) select.value = word;
    },
  };
}
