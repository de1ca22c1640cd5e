// The content of a lock's tile: its state, and one button for the other state. The rest of the tile opens the device.

import { commandText } from "../../core/capabilities.js";
import { el, set, write } from "../../core/dom.js";
import { kind } from "../../core/format.js";
import { t } from "../../core/text.js";
import { isOfferedTo } from "../../home/command-restriction.js";
import { mainCapability } from "../../home/device.js";
import { PlainContent } from "./plain.js";

const states = ["locked", "unlocked"];

export class LockContent extends PlainContent {
  #store;
  #name;
  #button = null;
  #wanted;

  /** `act(capability, value)` sends a command that can be undone. */
  constructor(store, options) {
    super(store, options);
    const main = mainCapability(options.part);
    if (!main.isCommanded || !states.some((state) => isOfferedTo(store, main, state))) return;
    this.#store = store;
    this.#name = options.name;
    this.#button = el("button.tile-verb", { type: "button", on: { click: () => options.act(main.name, this.#wanted) } });
    this.control = this.#button;
    this.isGuarded = true;
  }

  show(part) {
    const shown = super.show(part);
    if (this.#button) this.#showButton(shown.capability);
    return shown;
  }

  /** A door whose state is not known is locked by the button. */
  #showButton(capability) {
    const { value, status } = this.view(capability.name);
    this.#wanted = value === "locked" ? "unlocked" : "locked";
    write(this.#button, commandText(kind(capability), this.#wanted));
    set(this.#button, {
      "aria-label": t(`act.${kind(capability)}.${this.#wanted}`, { name: this.#name }),
      "data-pending": status === "pending", hidden: !isOfferedTo(this.#store, capability, this.#wanted),
    });
  }
}
