// The control of a number: a slider; for a position also buttons for both ends.

import { el, set, write } from "../../../core/dom.js";
import { kind } from "../../../core/format.js";
import { t } from "../../../core/text.js";
import { slider } from "../../../parts/slider.js";
import { isKnown } from "../../../parts/pending-value.js";

const ends = { position: ["minimum", "maximum"] };

export function level({ capability, label, send }) {
  const bubble = el("output.slider-bubble", { "aria-hidden": "true", hidden: true });
  const preview = (words) => { bubble.hidden = words === null; write(bubble, words ?? ""); };
  const part = slider({ label, capability, send, preview, travels: kind(capability) === "position" });
  part.element.classList.add(`of-${kind(capability)}`);
  const buttons = (ends[kind(capability)] ?? []).map((end) => el("button.button", {
    type: "button", on: { click: () => send(capability[end]) },
  }, t(`device.end.${end}`)));
  return {
    element: el("div.level", {}, buttons[0], el("div.level-slide", {}, bubble, part.element), buttons[1]), isWide: true,
    update(view) {
      part.update(view);
      set(part.element, { "data-known": String(typeof view.value === "number") });
      buttons.forEach((button, index) => {
        const end = capability[ends[kind(capability)][index]];
        const isPending = view.status === "pending" && view.command.value === end;
        set(button, { "aria-pressed": isKnown(view) ? String(view.value === end) : null, "data-pending": isPending });
      });
    },
  };
}
