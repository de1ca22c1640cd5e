// The content of a cover's tile: its state in words, buttons to open, stop and close it, and a slider for its position.

import { kindName } from "../../core/capabilities.js";
import { el, icon, set } from "../../core/dom.js";
import { kind } from "../../core/format.js";
import { t } from "../../core/text.js";
import { isOffered, isOfferedTo } from "../../home/command-restriction.js";
import { coverCommands, coverText, isShut, movementOf, travelOf } from "../../home/cover.js";
import { slider } from "../slider.js";

const pictures = { open: "up", stop: "stop", close: "down" };

export class CoverContent {
  #slider = null;
  #buttons;
  toggled = null;

  /** `act(capability, value)` sends a command that can be undone, `send(capability, value)` any command. */
  constructor(store, { part, name, view, act, send, preview }) {
    this.view = view;
    const travel = travelOf(part);
    this.#buttons = coverCommands(part)
      .filter(({ capability, value }) => isOfferedTo(store, capability, value))
      .map((command) => ({ ...command, element: button(name, command, command.name === "stop" ? send : act) }));
    if (travel.type === "number" && travel.isCommanded && isOffered(store, travel)) {
      this.#slider = slider({
        label: `${name}: ${kindName("position")}`, capability: travel, preview, travels: true,
        send: (value) => send(travel.name, value),
      });
    }
    this.buttons = this.#buttons.length ? el("div.tile-buttons", {}, this.#buttons.map(({ element }) => element)) : null;
    this.control = this.#slider?.element ?? null;
  }

  /** `{ capability, text, isMoving, isOn, isAttention }` of the part now. */
  show(part) {
    const capability = travelOf(part);
    const view = this.view(capability.name);
    this.#slider?.update(view);
    for (const { name, value, element } of this.#buttons) {
      const isStop = name === "stop";
      set(element, {
        "data-pending": !isStop && view.status === "pending" && view.command.value === value,
        disabled: isStop && view.status === "offline",
      });
    }
    const isDoor = part.purpose === "garage" || part.purpose === "gate" || kind(capability) === "garageDoor";
    const isMoving = movementOf(part) !== undefined;
    return { capability, text: [coverText(part), ""], isMoving, isOn: false, isAttention: isDoor && isShut(part) === false };
  }
}

function button(name, { name: verb, capability, value }, run) {
  const label = verb === "stop" ? t("act.stop", { name }) : t(`act.${kind(capability)}.${value}`, { name });
  return el("button.step", {
    type: "button", "aria-label": label, "data-act": verb, on: { click: () => run(capability.name, value) },
  }, icon(pictures[verb]));
}
