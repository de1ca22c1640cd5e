// One capability of a device: its name, its value, how sure that is, and its control where someone may use it.

import { capabilityName, iconOfKind, domainOfKind, isActive, isAlarming, look } from "../../home/device.js";
import { el, icon, set, toggle, write } from "../../core/dom.js";
import { kind, reading } from "../../core/format.js";
import { guardOf } from "../../home/guard.js";
import { control } from "./controls/control.js";
import { ring } from "../../parts/ring.js";
import { noteOf } from "../../parts/tile.js";

/** `send(value)` tells the device. Gives `{ element, update() }`. */
export function capabilityRow(store, { device, part, capability }, send) {
  const name = capabilityName(capability);
  const told = capability.mayCommand ? control(capability, name, send) : null;
  const circle = ring();
  const numerals = el("span.numerals");
  const unit = el("span.unit");
  const note = el("p.capability-note");
  const guard = guardOf(store, capability);
  const domain = domainOf(store, device, part, capability);
  const element = el("li.capability", { "data-domain": domain, "data-capability": capability.name },
    el("span.capability-icon", {}, icon(iconOfKind(capability)), circle.element),
    el("div.capability-words", {},
      el("h3.capability-name", {}, name, guard && guarded(guard)), note),
    el("div.capability-value", {}, el("p", {}, numerals, unit), told && !told.isWide && told.element),
    told?.isWide && el("div.capability-control", {}, told.element));

  function update() {
    const now = store.capability(device, part, capability.name);
    if (!now) return;
    const view = store.view(device, part, capability.name);
    const [value, its] = reading(now, view.value);
    write(numerals, value);
    write(unit, its);
    write(note, noteOf(view, now));
    circle.show(view.command);
    set(element, { "data-status": view.status });
    toggle(element, "is-on", isActive(now, view.value));
    toggle(element, "is-alarming", isAlarming(now, view.value));
    told?.update(view);
  }

  update();
  return { element, update };
}

const guarded = (words) => el("span.guarded", {}, icon("lock"), el("span.help", {}, words));

/** A switch is of what it feeds. */
function domainOf(store, device, part, capability) {
  const its = store.devices.get(device).parts.find(({ id }) => id === part);
  return kind(capability) === "switch" ? look(its).domain : domainOfKind(capability);
}
