// A slider that shows what the device reports, and sends once when it is let go.

import { el, write } from "../core/dom.js";
import { readingText, scale } from "../core/format.js";

/** `send(value)` gets a value in the capability's own unit. */
export function slider({ label, capability, send, bubble = null }) {
  const { shown, canonical, factor } = scale(capability.unit);
  const input = el("input.slider", {
    type: "range", "aria-label": label, min: shown(capability.minimum), max: shown(capability.maximum),
    step: (capability.step ?? defaultStep(capability)) * factor,
  });
  let isHeld = false;
  const say = () => {
    const text = readingText(capability, canonical(Number(input.value)));
    input.setAttribute("aria-valuetext", text);
    if (bubble) write(bubble, text);
    const share = (input.value - input.min) / (input.max - input.min || 1);
    input.style.setProperty("--share", share);
  };
  input.addEventListener("input", () => { isHeld = true; say(); });
  input.addEventListener("change", () => { isHeld = false; send(canonical(Number(input.value))); });
  input.addEventListener("blur", () => { isHeld = false; });
  return {
    element: input, capability: capability.name,
    update(value) {
      if (isHeld || typeof value !== "number") return;
      const text = String(shown(value));
      if (input.dataset.shown === text) return;
      input.dataset.shown = text;
      input.value = text;
      say();
    },
  };
}

const defaultStep = ({ minimum, maximum }) => (maximum - minimum > 20 ? 1 : 0.5);
