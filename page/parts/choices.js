// A form field of radio buttons or checkboxes, each with an optional line of help.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";
import { group } from "./group.js";

let count = 0;

/** `options` are `{ value, label, help }`; `chosen` is one value for radio buttons, a list for checkboxes. At least one
 *  must be chosen. */
export function choices({ name, type = "checkbox", options, chosen, ...rest }) {
  const id = `choice-${count += 1}`;
  const inputs = options.map((option, index) => el("input", {
    type, name: `${name}-${count}`, value: option.value, checked: [chosen].flat().includes(option.value),
    "aria-describedby": option.help ? `${id}-${index}` : null,
  }));
  const rows = options.map((option, index) => el("div.choice", {},
    el("label.choice-label", {}, inputs[index], el("span", {}, option.label)),
    option.help && el("p.help", { id: `${id}-${index}` }, option.help)));
  const value = () => {
    const values = inputs.filter(({ checked }) => checked).map((input) => input.value);
    return type === "radio" ? values[0] : values;
  };
  return group({
    name, contents: el("div.choices", {}, rows), value, ...rest,
    check: (values) => (values?.length ? null : t("people.chooseOne")),
  });
}
