// A tile of the home view: icon, name, value, and the control of its content. Its size and place do not depend on its
// state. A tap switches what is harmless and opens the device otherwise.

import { appearance, isAlarming } from "../home/device.js";
import { isOfferedTo, restrictionText } from "../home/command-restriction.js";
import { el, icon, set, toggle, write } from "../core/dom.js";
import { address, go } from "../core/router.js";
import { capitalised, t } from "../core/text.js";
import { actWithUndo } from "./undo.js";
import { isKnown, pendingOrReported } from "./pending-value.js";
import { progressRing } from "./progress-ring.js";
import { showParts, statusText } from "./tile-text.js";
import { ClimateContent } from "./tiles/climate.js";
import { CoverContent } from "./tiles/cover.js";
import { LampContent } from "./tiles/lamp.js";
import { LockContent } from "./tiles/lock.js";
import { PlainContent } from "./tiles/plain.js";

const longPressMilliseconds = 500;
const contents = { lamp: LampContent, cover: CoverContent, climate: ClimateContent, lock: LockContent, plain: PlainContent };

let count = 0;

/** The line below the value. The value itself says that a cover moves, and needs the space. */
function noteText({ shown, facts = "", isMoving }, relevant) {
  if (isMoving && relevant.status === "pending" && !relevant.command.isUnanswered) return "";
  return capitalised(statusText(relevant, relevant.capability, shown) || facts);
}

/** The tile of one part of a device; a climate tile also shows the part of an air sensor. */
export class Tile {
  #context;
  #store;
  #model;
  #content;
  #stop;
  #timer;
  #picture;
  #level;
  #icon = el("span.tile-icon");
  #ring = progressRing();
  #numerals = el("span.numerals");
  #unit = el("span.unit");
  #note = el("span.text-parts");
  #id;
  #act;
  /** The text of a slider while it is moved, instead of the value. */
  #draft = null;

  /** `model` is one of `homeScreen`, or of `tilesOf`. */
  constructor(context, model) {
    this.#context = context;
    this.#store = context.store;
    this.#model = model;
    this.#content = new contents[model.kind](this.#store, this.#contentOptions());
    this.#id = `tile-${count += 1}`;
    this.#act = this.#makeAct();
    this.element = this.#makeElement(this.#id);
    if (this.#content.toggled) this.#listenForLongPress();
    const devices = [model.device, model.sensor?.device].filter(Boolean);
    this.#stop = this.#store.on(devices.map((id) => `device:${id}`), () => this.update());
    this.update();
  }

  close() {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #contentOptions() {
    const { device, part, name, sensor } = this.#model;
    const send = (capability, value) => this.#context.sendCommand(device, part, capability, value);
    return {
      device: this.#store.devices.get(device), part: this.#part(), name, send,
      view: (capability) => this.#store.view(device, part, capability),
      act: (capability, value) => actWithUndo(this.#context, { device, part, capability, value, name }),
      preview: (words) => { this.#draft = words; this.update(); },
      sensorPart: () => sensor && this.#part(sensor),
    };
  }

  #part({ device, part } = this.#model) {
    return this.#store.devices.get(device)?.parts.find(({ id }) => id === part);
  }

  #makeElement(id) {
    const { device, part, name, label = name, kind, isRoomClimate } = this.#model;
    const { buttons, control, toggled } = this.#content;
    const shownName = el("span.text-parts", { "aria-hidden": "true" });
    showParts(shownName, label);
    return el("article.tile", {
      "data-kind": kind, "data-wide": kind === "cover" || isRoomClimate, "data-climate": isRoomClimate,
      "data-control": Boolean(control),
      "data-domain": appearance(this.#part()).domain, "data-device": device, "data-part": part,
    },
    this.#act, this.#icon,
    el("div.tile-head", {},
      el("h3.tile-name", {}, el("span.visually-hidden", {}, name), shownName),
      this.#restriction()),
    toggled && el("a.tile-more", { href: address("device", device), "aria-label": t("tile.more", { name }) }, icon("more")),
    el("p.tile-value", { id: `${id}-value` }, this.#numerals, this.#unit), buttons,
    el("p.tile-note", { id: `${id}-note` }, this.#note),
    control && el("div.tile-control", {}, control));
  }

  /** The mark that the buttons of a tile need a PIN; null when they do not, or when it has none. */
  #restriction() {
    if (!this.#content.buttons && !this.#content.isGuarded) return null;
    const words = this.#part().capabilities.map((c) => restrictionText(this.#store, c)).find((text) => text);
    return words && el("span.tile-guard", { title: words }, icon("key"), el("span.visually-hidden", {}, ` (${words})`));
  }

  /** The button that switches the part, or the link to the device. It covers the tile below its other controls. */
  #makeAct() {
    const { device, name } = this.#model;
    const described = { "aria-label": name, "aria-describedby": `${this.#id}-value ${this.#id}-note` };
    if (!this.#maySwitch()) return el("a.tile-act", { href: address("device", device), ...described });
    return el("button.tile-act", { type: "button", ...described, on: { click: () => this.#switch() } });
  }

  #switch() {
    const { device, part, name } = this.#model;
    actWithUndo(this.#context, { device, part, capability: this.#content.toggled.name, value: this.#wanted(), name });
  }

  /** The other state than that which is shown or pending. */
  #wanted() { return pendingOrReported(this.#content.view(this.#content.toggled.name)) !== true; }

  /** Whether a tap switches the part now: a lockdown permits to turn a lamp off, and not on. */
  #maySwitch() {
    const { toggled } = this.#content;
    return Boolean(toggled) && isOfferedTo(this.#store, toggled, this.#wanted());
  }

  /** The link takes the place of the button while this person may not go the other way, and back. */
  #showAct() {
    if (this.#maySwitch() === (this.#act.localName === "button")) return;
    const before = this.#act;
    const isFocused = before === document.activeElement;
    this.#act = this.#makeAct();
    before.replaceWith(this.#act);
    if (isFocused) this.#act.focus({ preventScroll: true });
  }

  #listenForLongPress() {
    const stop = () => clearTimeout(this.#timer);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.target !== this.#act) return;
      this.#timer = setTimeout(() => {
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
    const part = this.#part();
    if (!part) return;
    const now = this.#content.show(part);
    const relevant = this.#relevantView(part, now.capability);
    const [numerals, unit] = this.#draft === null ? now.text : [this.#draft, ""];
    write(this.#numerals, capitalised(numerals));
    write(this.#unit, unit);
    toggle(this.#numerals, "is-word", /^\p{L}/u.test(numerals));
    showParts(this.#note, noteText(now, relevant));
    this.#showPicture(now.picture ?? appearance(part, this.#model.name).icon);
    this.#showState(now, relevant);
    this.#ring.show(relevant.command);
  }

  #showState({ capability, isOn, isAttention, level, air }, { status }) {
    const { value } = capability.state ?? {};
    if (this.element.dataset.air !== air) set(this.element, { "data-air": air });
    if (this.element.dataset.status !== status) this.element.dataset.status = status;
    toggle(this.element, "is-on", isOn);
    toggle(this.element, "is-attention", isAttention);
    toggle(this.element, "is-alarming", isAlarming(capability, value));
    this.#showLevel(level);
    const { toggled } = this.#content;
    if (!toggled) return;
    this.#showAct();
    if (this.#act.localName !== "button") return;
    const view = this.#content.view(toggled.name);
    set(this.#act, { "aria-pressed": isKnown(view) ? String(isOn || view.value === true) : null });
  }

  /** The brightness of a lamp, for its fill. */
  #showLevel(level) {
    if (level === this.#level) return;
    this.#level = level;
    this.element.style.setProperty("--level", level.toFixed(2));
  }

  #showPicture(picture) {
    if (this.#picture === picture) return;
    this.#picture = picture;
    this.#icon.replaceChildren(icon(picture), this.#ring.element);
  }

  /** The view of the capability that has a command, else of the main capability; with that capability. */
  #relevantView(part, capability) {
    const own = { capability, ...this.#content.view(capability.name) };
    if (own.command) return own;
    const others = part.capabilities.map((c) => ({ capability: c, ...this.#content.view(c.name) }));
    return others.find((other) => other.command) ?? own;
  }
}
