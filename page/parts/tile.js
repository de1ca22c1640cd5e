// A tile: icon, name, one value, one control. It keeps its place and size whatever happens.

import { guardOf } from "../home/guard.js";
import { find, isActive, isAlarming, look, main } from "../home/device.js";
import { el, icon, set, toggle, write } from "../core/dom.js";
import { ago, kind, moment, reading, readingText } from "../core/format.js";
import { address, go } from "../core/router.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";
import { ring } from "./ring.js";
import { slider } from "./slider.js";
import { stepper } from "./stepper.js";
import { isKnown, wished } from "./wished.js";

const holdMilliseconds = 500;
let count = 0;

export class Tile {
  #store;
  #tell;
  #face;
  #ring = ring();
  #value = el("span.numerals");
  #unit = el("span.unit");
  #note = el("p.tile-note");
  #facts = el("p.tile-facts");
  #acts = [];
  #control;

  /** `tell(device, part, capability, value)` sends a command. */
  constructor(store, face, tell) {
    this.#store = store;
    this.#tell = tell;
    this.#face = face;
    const { icon: name, domain } = look(this.#part);
    const id = `tile-${count += 1}`;
    this.#note.id = `${id}-note`;
    const value = el("p.tile-value", { id: `${id}-value` }, this.#value, this.#unit, this.#guard);
    this.#build(`${id}-value ${id}-note`);
    this.element = el("article.tile", { "data-domain": domain, "data-device": face.device, "data-part": face.part },
      this.#acts,
      el("header.tile-head", {}, el("span.tile-icon", {}, icon(name), this.#ring.element),
        el("h3.tile-name", {}, face.name),
        el("a.tile-more", { href: address("device", face.device), "aria-label": t("tile.more", { name: face.name }) },
          icon("more"))),
      value, this.#note, el("div.tile-control", {}, this.#control?.element ?? this.#facts));
    this.#listenForHold();
    this.update();
  }

  get #part() {
    return this.#store.devices.get(this.#face.device)?.parts.find(({ id }) => id === this.#face.part);
  }

  /** That the gateway will ask for a PIN, or that only an adult may do it. */
  get #guard() {
    const words = this.#part.capabilities.map((c) => guardOf(this.#store, c)).find((guard) => guard);
    return words && el("span.tile-guard", {}, icon("lock"), el("span.visually-hidden", {}, ` (${words})`));
  }

  #build(describedBy) {
    const capability = main(this.#part);
    const told = capability.mayCommand ? kind(capability) : null;
    const level = this.#part.capabilities.find((c) => c.mayCommand && ["brightness", "position"].includes(kind(c)));
    if (level) this.#control = this.#slider(level);
    if (told === "targetTemperature") this.#control = this.#stepper(capability);
    const [left, right] = halves[told] ?? [];
    if (left !== undefined) {
      this.#acts = [this.#act(capability, "left", left, describedBy), this.#act(capability, "right", right, describedBy)];
    } else if (told && opposite[told]) {
      this.#acts = [this.#act(capability, "whole", null, describedBy)];
    } else {
      this.#acts = [el("a.tile-act", {
        href: address("device", this.#face.device), "aria-label": this.#face.name, "aria-describedby": describedBy,
      })];
    }
  }

  /** A button that covers the tile, or half of it. `value` is null for the opposite of what is. */
  #act(capability, side, value, describedBy) {
    const label = value === null ? this.#face.name : t(`act.${kind(capability)}.${value}`, { name: this.#face.name });
    const click = () => this.#tell(this.#face.device, this.#face.part, capability.name, value ?? this.#opposite(capability));
    return el(`button.tile-act.tile-act-${side}`, {
      type: "button", "aria-label": label, "aria-describedby": describedBy, on: { click },
    });
  }

  #opposite(capability) {
    return opposite[kind(capability)](wished(this.#store.view(this.#face.device, this.#face.part, capability.name)));
  }

  #slider(capability) {
    return slider({
      label: `${this.#face.name}: ${t(`kind.${kind(capability)}`)}`, capability,
      send: (value) => this.#tell(this.#face.device, this.#face.part, capability.name, value),
    });
  }

  #stepper(capability) {
    return stepper({
      label: this.#face.name, capability,
      send: (value) => this.#tell(this.#face.device, this.#face.part, capability.name, value),
    });
  }

  #listenForHold() {
    let timer;
    const stop = () => clearTimeout(timer);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.target.closest("input, .tile-more, .step")) return;
      timer = setTimeout(() => {
        // The click that ends the press is not a command.
        this.element.addEventListener("click", (click) => { click.preventDefault(); click.stopPropagation(); },
          { capture: true, once: true });
        go("device", this.#face.device);
      }, holdMilliseconds);
    });
    for (const event of ["pointerup", "pointerleave", "pointercancel", "pointermove"]) {
      this.element.addEventListener(event, (moved) => {
        if (event !== "pointermove" || Math.hypot(moved.movementX, moved.movementY) > 4) stop();
      });
    }
  }

  /** Shows what the store knows now. */
  update() {
    const part = this.#part;
    if (!part) return;
    const capability = main(part);
    const view = this.#store.view(this.#face.device, this.#face.part, capability.name);
    const shown = shownOf(part, capability, view);
    const [value, unit] = reading(shown.capability, shown.value);
    write(this.#value, value);
    write(this.#unit, unit);
    const worst = this.#worst(part, capability, view);
    this.element.dataset.status = worst.status;
    toggle(this.element, "is-on", isActive(capability, view.value));
    toggle(this.element, "is-alarming", isAlarming(capability, view.value));
    this.#ring.show(worst.command);
    write(this.#note, noteOf(worst, worst.capability, shown));
    if (!this.#control) write(this.#facts, besides(part, shown.capability));
    this.#showPressed(capability, view);
    this.#showControl(part);
  }

  /** The command that is under way for whichever of its capabilities, else its main one's; with that capability. */
  #worst(part, capability, view) {
    const own = { capability, ...view };
    if (own.command) return own;
    const { device } = this.#face;
    const others = part.capabilities.map((c) => ({ capability: c, ...this.#store.view(device, part.id, c.name) }));
    return others.find((other) => other.command) ?? own;
  }

  #showPressed(capability, view) {
    if (this.#acts.length !== 1 || this.#acts[0].tagName !== "BUTTON") return;
    set(this.#acts[0], { "aria-pressed": isKnown(view) ? String(isActive(capability, view.value)) : null });
  }

  #showControl(part) {
    if (!this.#control) return;
    this.#control.update(this.#store.view(this.#face.device, part.id, this.#control.capability));
  }
}

/** What a tap makes of what is. */
const opposite = {
  switch: (value) => value !== true,
  siren: (value) => value !== true,
  lock: (value) => (value === "locked" ? "unlocked" : "locked"),
  valve: (value) => (value === "closed" ? "open" : "closed"),
};

/** What the halves of a tile do. */
const halves = { position: [0, 100], garageDoor: ["closed", "open"] };

/** A thermostat's tile shows how warm it is, known or not, a light's how bright, a plug's what it draws. */
export function shownOf(part, capability, { value, time }) {
  const warmth = kind(capability) === "targetTemperature" && find(part, "temperature");
  if (warmth) return { capability: warmth, ...warmth.state };
  const other = kind(capability) === "switch" && value === true && (find(part, "brightness") ?? find(part, "power"));
  return other?.state ? { capability: other, ...other.state } : { capability, value, time };
}

/** What else a sensor tells, under its value. */
function besides(part, capability) {
  const others = part.capabilities.filter((c) => c !== capability && c.state && c.unit && !quiet.has(kind(c)));
  return others.slice(0, 2).map((c) => readingText(c, c.state.value)).join(" · ");
}

/** Of interest on the device's own page. */
const quiet = new Set([
  "battery", "linkQuality", "energy", "voltage", "apparentPower", "reactivePower", "reactiveEnergy", "powerFactor",
  "frequency", "duration", "dataSize", "dataRate",
]);

/** `shown` is what stands as its value, where that is another capability's. */
export function noteOf({ status, time, command }, capability, shown = { time }) {
  switch (status) {
  case "pending": return t("status.pending", { value: readingText(capability, command.value) });
  case "asking": return t("status.asking");
  case "confirmed": return t("status.confirmed");
  case "unknown": return t("status.unknown", { time: moment(command.endedAt) });
  case "sent": return t("status.sent");
  case "refused": return (command.error ? problemText(command.error) : command.detail) || t("status.refused");
  case "offline": return time ? t("status.offlineSince", { ago: ago(time) }) : t("status.offline");
  case "never": return t("status.never");
  default: return [isSetPoint(shown) && t("kind.targetTemperature"), age(shown.time ?? time)].filter(Boolean).join(" · ");
  }
}

/** Of what the broker kept it is not known when the device said it. */
const age = (time) => time ? ago(time) : t("status.timeUnknown");

/** Where it stands as the value it is said, as it is not how warm it is. */
const isSetPoint = ({ capability }) => capability !== undefined && kind(capability) === "targetTemperature";
