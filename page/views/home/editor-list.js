// A list of the edit mode: each tile or room with its handle and its buttons.

import { el, icon } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { DragOrder } from "../../parts/drag-order.js";

/** The handle for pointers. The buttons do the same for the keyboard, so that screen readers skip it. */
export const dragHandle = () => el("span.drag", { "aria-hidden": "true" }, icon("drag"));

/** A button of the editor. `control` names it, so that it keeps the focus when the list is drawn again. */
export function editorButton({ picture, label, control, pressed, click }) {
  return el("button.icon-button", {
    type: "button", "aria-label": label, title: label, "data-control": control, on: { click },
    "aria-pressed": pressed === undefined ? null : String(pressed),
  }, icon(picture));
}

/** The buttons that move an item up and down. Both are always there, so that the keyboard finds them at one place. */
export function moveButtons(name, control, move) {
  return [["up", -1], ["down", 1]].map(([picture, step]) => editorButton({
    picture, label: t(`home.move.${picture}`, { name }), control: `${picture}-${control}`, click: () => move(step),
  }));
}

/** The tiles of a room, or the favourites. */
export class EditorList {
  #order;

  /** `extra(tile)` are the buttons for a tile beside those that move it; `isDim(tile)` whether it is shown as hidden.
   *  `move(tile, step)` moves a tile by places. */
  constructor(tiles, { id, extra, isDim = () => false, move }) {
    this.element = el("ol.editor-tiles", {}, tiles.map((tile) => el("li.editor-tile", {
      "data-key": tile.key, "data-dim": isDim(tile),
    }, dragHandle(), el("span.editor-name", {}, tile.name), extra(tile),
    moveButtons(tile.name, `${id}-${tile.key}`, (step) => move(tile, step)))));
    this.#order = new DragOrder(this.element, (from, to) => move(tiles[from], to - from));
  }

  close() { this.#order.close(); }
}
