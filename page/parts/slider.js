// A slider that shows what the device reports, and sends once when it is let go or the keys rest.

import { el, write } from "../core/dom.js";
import { readingText, scale } from "../core/format.js";
import { patience } from "./patience.js";
import { wished } from "./wished.js";

/** `send(value)` gets a value in the capability's own unit; `bubble` shows it while somebody moves the thumb. */
export function slider({ label, capability, send, bubble = null }) {
  const { shown, canonical, factor } = scale(capability.unit);
  const input = el("input.slider", {
    type: "range", "aria-label": label, min: shown(capability.minimum), max: shown(capability.maximum),
    step: (capability.step ?? defaultStep(capability)) * factor,
  });
  let known;
  let text;
  let isHeld = false;
  let isPointed = false;
  const patient = patience((value) => { hold(false); send(value); });

  const say = () => {
    const words = readingText(capability, canonical(Number(input.value)));
    input.setAttribute("aria-valuetext", words);
    if (bubble) write(bubble, words);
    input.style.setProperty("--share", (input.value - input.min) / (input.max - input.min || 1));
  };
  const hold = (isSo) => {
    isHeld = isSo;
    if (bubble) bubble.hidden = !isSo;
  };
  const follow = () => {
    if (typeof known !== "number" || text === String(shown(known))) return;
    input.value = text = String(shown(known));
    say();
  };
  /** Let go where it was taken up, or taken away by a scroll: nothing was asked for. */
  const release = () => {
    isPointed = false;
    if (!isHeld) return;
    hold(false);
    follow();
  };
  input.addEventListener("pointerdown", ({ pointerId }) => {
    isPointed = true;
    input.setPointerCapture(pointerId);
  });
  input.addEventListener("input", () => {
    text = undefined;
    hold(true);
    say();
  });
  input.addEventListener("change", () => {
    patient.later(canonical(Number(input.value)));
    if (isPointed) patient.now();
  });
  // What was asked for is told after this.
  for (const event of ["pointerup", "pointercancel"]) input.addEventListener(event, () => setTimeout(release));
  input.addEventListener("blur", () => {
    patient.now();
    release();
  });
  return {
    element: input, capability: capability.name,
    get isHeld() { return isHeld; },
    update(view) {
      known = wished(view);
      if (!isHeld) follow();
    },
  };
}

const defaultStep = ({ minimum, maximum }) => (maximum - minimum > 20 ? 1 : 0.5);
