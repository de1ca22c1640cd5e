// A row for one capability of a device: its name, its value and the age of it, and its control if it may be commanded.

import { capabilityName, iconOfKind, domainOfKind, isActive, isAlarming, appearance } from "../../home/device.js";
import { el, icon, set, toggle, write } from "../../core/dom.js";
import { flowText, kind, reading } from "../../core/format.js";
import { capitalised } from "../../core/text.js";
import { isOffered, isOfferedTo, restrictionText } from "../../home/command-restriction.js";
import { isLamp, shines } from "../../home/lamps.js";
import { control } from "./controls/control.js";
import { progressRing } from "../../parts/progress-ring.js";
import { statusText } from "../../parts/tile-text.js";

const lightKinds = ["brightness", "colorTemperature", "color"];

/** `send(value)` sends a command; `isValueAbove` is whether the head of the page says the value. Returns
 *  `{ element, update() }`. */
export function capabilityRow(store, { device, part, capability, isValueAbove = false }, send) {
  const name = capabilityName(capability);
  const offers = (value) => isOfferedTo(store, capability, value);
  const mayCommand = isOffered(store, capability);
  const commandControl = mayCommand ? control({ capability, label: name, send, offers }) : null;
  const circle = progressRing();
  const numerals = el("span.numerals");
  const unit = el("span.unit");
  const note = el("p.capability-note");
  const restriction = restrictionText(store, capability);
  const domain = domainOf(store, device, part, capability);
  const element = el("li.capability", { "data-domain": domain, "data-capability": capability.name },
    el("span.capability-icon", {}, icon(iconOfKind(capability)), circle.element),
    el("div.capability-words", {},
      el("h3.capability-name", {}, name, restriction && restrictionNote(restriction)), note),
    el("div.capability-value", {}, el("p", { hidden: isValueAbove }, numerals, unit),
      commandControl && !commandControl.isWide && commandControl.element),
    commandControl?.isWide && el("div.capability-control", {}, commandControl.element));

  /** Whether this is the brightness or the colour that a lamp has when it is on, and it is off. */
  function isOfDarkLamp() {
    const its = store.devices.get(device)?.parts.find(({ id }) => id === part);
    return lightKinds.includes(kind(capability)) && its && isLamp(its) && !shines(its);
  }

  function update() {
    const now = store.capability(device, part, capability.name);
    if (!now) return;
    const view = store.view(device, part, capability.name);
    const [value, its] = reading(now, view.value);
    write(numerals, capitalised(value));
    write(unit, its);
    // The name of the row says already that a set-point is one.
    const words = capitalised(statusText(view, now, { capability: flowText(now, view.value) ? now : { name: "" }, ...view }));
    // The head of the page says it for its own value.
    write(note, isValueAbove && view.status === "offline" ? "" : words);
    circle.show(view.command);
    set(element, { "data-status": view.status });
    toggle(element, "is-on", isActive(now, view.value) && !isOfDarkLamp());
    toggle(element, "is-dark", isOfDarkLamp());
    toggle(element, "is-alarming", isAlarming(now, view.value));
    commandControl?.update(view);
  }

  update();
  return { element, update };
}

const restrictionNote = (words) => el("span.guarded", {}, icon("key"), el("span.help", {}, words));

/** The domain of a capability; that of a switch is the domain of its part, which depends on what it feeds. */
function domainOf(store, device, part, capability) {
  const its = store.devices.get(device).parts.find(({ id }) => id === part);
  return kind(capability) === "switch" ? appearance(its).domain : domainOfKind(capability);
}
