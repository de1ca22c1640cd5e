// A switch that changes only after its action has succeeded.

import { el } from "../core/dom.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

let count = 0;

/** Shows a state that was changed elsewhere. */
export function showSwitch(row, isOn) { row.querySelector(".switch").checked = isOn; }

/** `act(wanted)` changes the state and returns the state after it. An error is shown as a toast. */
export function switchRow({ label, help, isOn, act }) {
  const id = `switch-${count += 1}`;
  const input = el("input.switch", {
    type: "checkbox", role: "switch", id, checked: isOn, "aria-describedby": help ? `${id}-help` : null,
  });
  let isBusy = false;
  input.addEventListener("click", async (event) => {
    const wanted = input.checked;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    try {
      input.checked = await act(wanted);
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
    } finally {
      isBusy = false;
    }
  });
  const words = el("div", {},
    el("label.setting-name", { for: id }, label), help && el("p.help", { id: `${id}-help` }, help));
  return el("div.setting", {}, words, input);
}
