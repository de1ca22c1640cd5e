// A slider that shows the reported value. It sends one value when the thumb is released, or when no key has been
// pressed for a while.

import { el, set } from "../core/dom.js";
import { readingText, scale } from "../core/format.js";
import { debounce } from "./debounce.js";
import { pendingOrReported } from "./pending-value.js";

/** `send(value)` is called with a value in the capability's own unit. While the thumb is moved, `preview(words)` is
 *  called with its value as text, and with null when that ends. The thumb is at the commanded value while its command is
 *  pending. What `travels` to it shows where it is instead, and the commanded value as a mark. */
export function slider({ label, capability, send, preview = () => {}, travels = false }) {
  const { shown, canonical, factor } = scale(capability.unit);
  const input = el("input.slider", {
    type: "range", "aria-label": label, min: shown(capability.minimum), max: shown(capability.maximum),
    step: (capability.step ?? defaultStep(capability)) * factor,
  });
  let known;
  let text;
  let isEditing = false;
  let isPointerDown = false;
  const debounced = debounce((value) => { setEditing(false); send(value); });

  const updateText = () => {
    const words = readingText(capability, canonical(Number(input.value)));
    input.setAttribute("aria-valuetext", words);
    if (isEditing) preview(words);
    input.style.setProperty("--share", (input.value - input.min) / (input.max - input.min || 1));
  };
  const setEditing = (isNow) => {
    isEditing = isNow;
    if (!isNow) preview(null);
  };
  const showKnown = () => {
    if (typeof known !== "number" || text === String(shown(known))) return;
    input.value = text = String(shown(known));
    updateText();
  };
  const showMark = ({ status, command }) => {
    const isMoving = status === "pending" && typeof command.value === "number";
    set(input, { "data-target": isMoving && String(shown(command.value)) });
    if (!isMoving) return;
    input.style.setProperty("--target", (shown(command.value) - input.min) / (input.max - input.min || 1));
  };
  /** Shows the known value again: the thumb was released where it had been, or a scroll cancelled the gesture. */
  const endEditing = () => {
    isPointerDown = false;
    if (!isEditing) return;
    setEditing(false);
    showKnown();
  };
  input.addEventListener("pointerdown", ({ pointerId }) => {
    isPointerDown = true;
    input.setPointerCapture(pointerId);
  });
  input.addEventListener("input", () => {
    text = undefined;
    setEditing(true);
    updateText();
  });
  input.addEventListener("change", () => {
    debounced.schedule(canonical(Number(input.value)));
    if (isPointerDown) debounced.flush();
  });
  // The `change` event, which sends the value, follows this one.
  for (const event of ["pointerup", "pointercancel"]) input.addEventListener(event, () => setTimeout(endEditing));
  input.addEventListener("blur", () => {
    debounced.flush();
    endEditing();
  });
  return {
    element: input, capability: capability.name,
    get isEditing() { return isEditing; },
    update(view) {
      known = travels ? view.value : pendingOrReported(view);
      if (travels) showMark(view);
      if (!isEditing) showKnown();
    },
  };
}

const defaultStep = ({ minimum, maximum }) => (maximum - minimum > 20 ? 1 : 0.5);
