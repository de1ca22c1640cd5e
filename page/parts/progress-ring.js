// A ring that fills until the deadline of a command, and closes when the device confirms it.

import { shape } from "../core/dom.js";

export function progressRing() {
  const circle = shape("circle", { cx: 12, cy: 12, r: 10, pathLength: 100, class: "ring-way" });
  const element = shape("svg", { class: "ring", viewBox: "0 0 24 24", "aria-hidden": "true" }, circle);
  return {
    element,
    /** `command` is one of the store; undefined when there is none. */
    show(command) {
      element.dataset.status = command?.status ?? "none";
      if (command?.status !== "pending" || element.dataset.begun === String(command.begunAt)) return;
      element.dataset.begun = String(command.begunAt);
      const elapsed = (performance.now() - command.begunAt) / 1000;
      circle.style.setProperty("--deadline", `${command.deadline}s`);
      circle.style.setProperty("--elapsed", `${-elapsed}s`);
    },
  };
}
