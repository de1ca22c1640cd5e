// A tile of the home view: icon, name, one value, one control. Its size and place do not depend on its state.

import { restrictionText } from "../home/command-restriction.js";
import { capabilityNamed, isActive, isAlarming, appearance, mainCapability } from "../home/device.js";
import { kindName, rowOf } from "../core/capabilities.js";
import { el, icon, set, toggle, write } from "../core/dom.js";
import { ago, flowText, kind, moment, reading, readingText } from "../core/format.js";
import { address, go } from "../core/router.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";
import { progressRing } from "./progress-ring.js";
import { slider } from "./slider.js";
import { stepper } from "./stepper.js";
import { isKnown, pendingOrReported } from "./pending-value.js";

const longPressMilliseconds = 500;
let count = 0;

/** The tile of one part of a device. */
export class Tile {
  #store;
  #sendCommand;
  #model;
  #ring = progressRing();
  #value = el("span.numerals");
  #unit = el("span.unit");
  #note = el("p.tile-note");
  #facts = el("p.tile-facts");
  #acts = [];
  #control;

  /** `model` is one of `tileModels`. `sendCommand(device, part, capability, value)` sends a command. */
  constructor(store, model, sendCommand) {
    this.#store = store;
    this.#sendCommand = sendCommand;
    this.#model = model;
    const { icon: name, domain } = appearance(this.#part);
    const id = `tile-${count += 1}`;
    this.#note.id = `${id}-note`;
    const value = el("p.tile-value", { id: `${id}-value` }, this.#value, this.#unit, this.#restriction);
    this.#build(`${id}-value ${id}-note`);
    this.element = el("article.tile", { "data-domain": domain, "data-device": model.device, "data-part": model.part },
      this.#acts,
      el("header.tile-head", {}, el("span.tile-icon", {}, icon(name), this.#ring.element),
        el("h3.tile-name", {}, model.name),
        el("a.tile-more", { href: address("device", model.device), "aria-label": t("tile.more", { name: model.name }) },
          icon("more"))),
      value, this.#note, el("div.tile-control", {}, this.#control?.element ?? this.#facts));
    this.#listenForLongPress();
    this.update();
  }

  get #part() {
    return this.#store.devices.get(this.#model.device)?.parts.find(({ id }) => id === this.#model.part);
  }

  /** The note that a command needs a PIN, or an adult; undefined when neither applies. */
  get #restriction() {
    const words = this.#part.capabilities.map((c) => restrictionText(this.#store, c)).find((text) => text);
    return words && el("span.tile-guard", {}, icon("lock"), el("span.visually-hidden", {}, ` (${words})`));
  }

  #build(describedBy) {
    const capability = mainCapability(this.#part);
    const commandKind = capability.mayCommand ? kind(capability) : null;
    const level = this.#part.capabilities.find((c) => c.mayCommand && ["brightness", "position"].includes(kind(c)));
    if (level) this.#control = this.#slider(level);
    if (commandKind === "targetTemperature") this.#control = this.#stepper(capability);
    const [left, right] = halves[commandKind] ?? [];
    if (left !== undefined) {
      this.#acts = [this.#act(capability, "left", left, describedBy), this.#act(capability, "right", right, describedBy)];
    } else if (commandKind && opposite[commandKind]) {
      this.#acts = [this.#act(capability, "whole", null, describedBy)];
    } else {
      this.#acts = [el("a.tile-act", {
        href: address("device", this.#model.device), "aria-label": this.#model.name, "aria-describedby": describedBy,
      })];
    }
  }

  /** A button that covers the tile, or half of it. `value` is the value to send; null sends the opposite of the current
   *  one. */
  #act(capability, side, value, describedBy) {
    const label = value === null ? this.#model.name : t(`act.${kind(capability)}.${value}`, { name: this.#model.name });
    const { device, part } = this.#model;
    const click = () => this.#sendCommand(device, part, capability.name, value ?? this.#opposite(capability));
    return el(`button.tile-act.tile-act-${side}`, {
      type: "button", "aria-label": label, "aria-describedby": describedBy, on: { click },
    });
  }

  #opposite(capability) {
    const view = this.#store.view(this.#model.device, this.#model.part, capability.name);
    return opposite[kind(capability)](pendingOrReported(view));
  }

  #slider(capability) {
    return slider({
      label: `${this.#model.name}: ${kindName(kind(capability))}`, capability,
      send: (value) => this.#sendCommand(this.#model.device, this.#model.part, capability.name, value),
    });
  }

  #stepper(capability) {
    return stepper({
      label: this.#model.name, capability,
      send: (value) => this.#sendCommand(this.#model.device, this.#model.part, capability.name, value),
    });
  }

  #listenForLongPress() {
    let timer;
    const stop = () => clearTimeout(timer);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.target.closest("input, .tile-more, .step")) return;
      timer = setTimeout(() => {
        // The click at the end of a long press must not send a command.
        this.element.addEventListener("click", (click) => { click.preventDefault(); click.stopPropagation(); },
          { capture: true, once: true });
        go("device", this.#model.device);
      }, longPressMilliseconds);
    });
    for (const event of ["pointerup", "pointerleave", "pointercancel", "pointermove"]) {
      this.element.addEventListener(event, (moved) => {
        if (event !== "pointermove" || Math.hypot(moved.movementX, moved.movementY) > 4) stop();
      });
    }
  }

  /** Shows the current state of the store. */
  update() {
    const part = this.#part;
    if (!part) return;
    const capability = mainCapability(part);
    const view = this.#store.view(this.#model.device, this.#model.part, capability.name);
    const shown = displayedReading(part, capability, view);
    const [value, unit] = reading(shown.capability, shown.value);
    write(this.#value, value);
    write(this.#unit, unit);
    const relevant = this.#relevantView(part, capability, view);
    this.element.dataset.status = relevant.status;
    toggle(this.element, "is-on", isActive(capability, view.value));
    toggle(this.element, "is-alarming", isAlarming(capability, view.value));
    this.#ring.show(relevant.command);
    write(this.#note, statusText(relevant, relevant.capability, shown));
    if (!this.#control) write(this.#facts, otherReadings(part, shown.capability));
    this.#showPressed(capability, view);
    this.#showControl(part);
  }

  /** The view of the capability that has a command, else of the main capability; with that capability. */
  #relevantView(part, capability, view) {
    const own = { capability, ...view };
    if (own.command) return own;
    const { device } = this.#model;
    const others = part.capabilities.map((c) => ({ capability: c, ...this.#store.view(device, part.id, c.name) }));
    return others.find((other) => other.command) ?? own;
  }

  #showPressed(capability, view) {
    if (this.#acts.length !== 1 || this.#acts[0].tagName !== "BUTTON") return;
    set(this.#acts[0], { "aria-pressed": isKnown(view) ? String(isActive(capability, view.value)) : null });
  }

  #showControl(part) {
    if (!this.#control) return;
    this.#control.update(this.#store.view(this.#model.device, part.id, this.#control.capability));
  }
}

/** The value that a tap sends, by the current value. */
const opposite = {
  switch: (value) => value !== true,
  siren: (value) => value !== true,
  lock: (value) => (value === "locked" ? "unlocked" : "locked"),
  valve: (value) => (value === "closed" ? "open" : "closed"),
};

/** The values that the left and right half of a tile send. */
const halves = { position: [0, 100], garageDoor: ["closed", "open"] };

/** The reading that a tile shows as its value: the temperature of a thermostat, even when it is not known; the
 *  brightness of a light that is on; the power of a plug that is on; else the main capability. */
export function displayedReading(part, capability, { value, time }) {
  const warmth = kind(capability) === "targetTemperature" && capabilityNamed(part, "temperature");
  if (warmth) return { capability: warmth, ...warmth.state };
  const isOn = kind(capability) === "switch" && value === true;
  const other = isOn && (capabilityNamed(part, "brightness") ?? capabilityNamed(part, "power"));
  return other?.state ? { capability: other, ...other.state } : { capability, value, time };
}

/** Up to two other readings of a part, for the line below the value. */
function otherReadings(part, capability) {
  const others = part.capabilities.filter((c) => c !== capability && c.state && c.unit && isOnTiles(c));
  return others.slice(0, 2).map((c) => readingText(c, c.state.value)).join(" · ");
}

/** Whether a tile shows the capability beside its value; the device view shows all of them. */
const isOnTiles = (capability) => rowOf(kind(capability))?.isOnTiles !== false;

/** The text for the state of a value: a pending command, its outcome, or the age. `shown` is the displayed reading,
 *  when that is of another capability. */
export function statusText({ status, time, command }, capability, shown = { time }) {
  switch (status) {
  case "pending": return t("status.pending", { value: readingText(capability, command.value) });
  case "asking": return t("status.asking");
  case "confirmed": return t("status.confirmed");
  case "unknown": return t("status.unknown", { time: moment(command.endedAt) });
  case "sent": return t("status.sent");
  case "refused": return (command.error ? problemText(command.error) : command.detail) || t("status.refused");
  case "offline": return time ? t("status.offlineSince", { ago: ago(time) }) : t("status.offline");
  case "never": return t("status.never");
  default: return idleText(shown, shown.time ?? time);
  }
}

/** What the shown value means, and its age. */
function idleText({ capability, value }, time) {
  const meaning = capability && (isSetPoint({ capability }) ? kindName("targetTemperature") : flowText(capability, value));
  return [meaning, age(time)].filter(Boolean).join(" · ");
}

/** The age of a value. A value that the broker retained has no time, because the device may have sent it long ago. */
const age = (time) => time ? ago(time) : t("status.timeUnknown");

/** A displayed set-point is labelled, so that it is not taken for the measured temperature. */
const isSetPoint = ({ capability }) => kind(capability) === "targetTemperature";
