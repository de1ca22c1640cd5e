// The lists behind the summary line: all facts, and behind a fact each device with its state and the command that settles
// it.

import { commandText } from "../core/capabilities.js";
import { el, icon, set, write } from "../core/dom.js";
import { kind, readingText } from "../core/format.js";
import { address } from "../core/router.js";
import { capitalised, t } from "../core/text.js";
import { coverText, travelOf } from "../home/cover.js";
import { lampsOf, shines } from "../home/lamps.js";
import { isToggledByTap } from "../home/command-access.js";
import { dialog } from "./dialog.js";
import { switchLampsWithUndo } from "./lamp-group.js";
import { displayedReading } from "./tile-text.js";
import { actWithUndo } from "./undo.js";

/** Opens the list of a fact and returns when it is closed. Its items stay, so that one can see what a command did. */
export async function openFactList(context, { id, text, items }) {
  const rows = items.map((item) => new Row(context, item));
  const { store } = context;
  const stop = store.on(items.map(({ device }) => `device:${device}`), () => rows.forEach((row) => row.update()));
  await dialog(text.replace(/[.!]$/, ""), (close) => [
    el("ul.rows", {}, rows.map(({ element }) => element)),
    el("div.actions", {}, id === "lights" && allOff(context, close),
      el("button.button", { type: "button", on: { click: () => close() } }, t("dialog.close"))),
  ]);
  stop();
}

/** Opens a list of all facts, `{ id, tone, text, kind, view }`. Returns the id of the fact that the person chose; null for
 *  none. A fact whose kind is `link` leads to its `view` instead, and a `text` to nothing. */
export async function openFacts(facts) {
  return await dialog(t("summary.all"), (close) => [
    el("ul.rows", {}, facts.map((fact) => el("li.row", {}, factWords(fact, close)))),
    el("div.actions", {}, el("button.button", { type: "button", on: { click: () => close(null) } }, t("dialog.close"))),
  ]);
}

function factWords({ id, tone, text, kind, view }, close) {
  const words = capitalised(text);
  const sign = tone === "warn" || tone === "danger" ? icon("warning") : null;
  if (kind === "link") return [sign, el("a", { href: address(...view), on: { click: () => close(null) } }, words)];
  if (kind === "text") return [sign, el("span", {}, words)];
  return [sign, el("button.button", { type: "button", on: { click: () => close(id) } }, words)];
}

function allOff(context, close) {
  const { store } = context;
  const lamps = () => lampsOf(store.devices.values()).filter(({ capability }) => isToggledByTap(store, capability));
  if (!lamps().length) return null;
  const click = () => {
    close();
    switchLampsWithUndo(context, {
      name: store.home.name, lamps: lamps().filter(({ part }) => shines(part)), value: false,
    });
  };
  return el("button.button.primary", { type: "button", on: { click } }, t("lights.allOff"));
}

class Row {
  #store;
  #item;
  #state = el("span.help");
  #button = null;

  constructor(context, item) {
    this.#store = context.store;
    this.#item = item;
    const run = () => actWithUndo(context, { ...item, value: item.target });
    if (item.target !== undefined) {
      this.#button = el("button.button", { type: "button", on: { click: run } }, verbOf(item));
    }
    this.element = el("li.row", {},
      el("span.row-words", {}, el("a", { href: address("device", item.device) }, item.name), this.#state), this.#button);
    this.update();
  }

  update() {
    const { device, part: id, capability: name, target } = this.#item;
    const part = this.#store.devices.get(device)?.parts.find((one) => one.id === id);
    const capability = name && this.#store.capability(device, id, name);
    write(this.#state, part && capability ? capitalised(stateText(part, capability)) : "");
    if (this.#button) set(this.#button, { hidden: capability?.state?.value === target });
  }
}

function stateText(part, capability) {
  if (travelOf(part) === capability) return coverText(part);
  const shown = displayedReading(part, capability, capability.state ?? {});
  return readingText(shown.capability, shown.value);
}

/** "Lock", "Close", "Turn off". */
function verbOf({ capability, target }) {
  if (target === 0) return t("device.end.minimum");
  if (typeof target === "boolean") return t(target ? "lights.turnOn" : "lights.turnOff");
  return commandText(kind(capability), target) ?? String(target);
}
