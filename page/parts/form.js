// Forms: fields with labels, help and error texts. A form submits once at a time and shows a refusal of the gateway
// next to the field that it names.

import { Problem } from "../core/api.js";
import { el, write } from "../core/dom.js";
import { nameProblem, validName } from "../core/names.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";

let count = 0;

/** A field with its label. Returns its control as `input` and `showMistake(text)`, which shows an error text or clears
 *  it. `propose(value)` returns what a button below an error text puts into the field; null without one. */
export function field({ name, label, help, value = "", control, check, propose, ...attributes }) {
  const id = `field-${count += 1}`;
  const input = control ?? el("input.input", { type: "text", value, ...attributes });
  const mistake = el("p.mistake", { id: `${id}-mistake`, "aria-live": "polite" });
  input.id = id;
  input.name = name;
  input.setAttribute("aria-describedby", [help && `${id}-help`, mistake.id].filter(Boolean).join(" "));
  const proposal = propose && proposalButton(input);
  const showMistake = (text) => {
    write(mistake, text ?? "");
    input.setAttribute("aria-invalid", text ? "true" : "false");
    proposal?.show(text ? propose(input.value) : null);
  };
  if (check) input.addEventListener("input", () => showMistake(check(input.value)));
  const element = el("div.field", {}, el("label", { for: id }, label), input,
    help && el("p.help", { id: `${id}-help` }, help), mistake, proposal?.element);
  return { element, input, name, showMistake, check };
}

/** A button that puts a proposed value into a field. */
function proposalButton(input) {
  let value = null;
  const element = el("button.button.proposal", { type: "button", hidden: true, on: { click: () => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  } } });
  const show = (proposed) => {
    value = proposed;
    element.hidden = proposed === null;
    if (proposed !== null) write(element, t("name.use", { name: proposed }));
  };
  return { element, show };
}

/** A field for a name, checked against the rule for names while the person types. */
export function nameField(options) {
  return field({ autocomplete: "off", maxlength: 400, check: nameMistake, propose: proposedName, ...options });
}

function nameMistake(text) {
  const problem = nameProblem(text);
  return problem && t(`name.${problem.code}`, { ...problem, first: problem.first && shown(problem.first) });
}

const proposedName = (text) => (nameProblem(text)?.code === "invalidCharacters" ? validName(text) : null);

/** A character as a person can recognise it; one that shows nothing by its number. */
const shown = (character) => (/^[\p{Z}\p{C}]$/u.test(character)
  ? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}` : character);

/** A select field with `[value, text]` pairs as options. */
export function choice({ options, value, ...rest }) {
  const control = el("select.input", {}, options.map(([option, text]) =>
    el("option", { value: option, selected: option === value }, text)));
  return field({ control, ...rest });
}

/** A form of fields and other elements. `submit(values)` may throw: a `Problem` is shown at the field that it names,
 *  every other error below the fields. `textOf(error)` is its text. The button of a form that changes nothing
 *  `isPlain`. */
export function form(contents, {
  verb, submit, cancel, cancelVerb = t("dialog.cancel"), danger = false, isPlain = false, textOf = problemText,
}) {
  const fields = contents.filter((item) => item?.showMistake);
  const mistake = el("p.mistake", { role: "alert" });
  const tone = danger ? ".danger" : isPlain ? "" : ".primary";
  const button = el(`button.button${tone}`, { type: "submit" }, verb);
  const actions = el("div.actions", {},
    cancel && el("button.button", { type: "button", on: { click: cancel } }, cancelVerb), button);
  const element = el("form.form", { novalidate: true }, contents.map((item) => item?.element ?? item), mistake, actions);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    for (const item of fields) item.showMistake(item.check?.(item.input.value) ?? null);
    write(mistake, "");
    const wrong = fields.find((item) => item.input.getAttribute("aria-invalid") === "true");
    if (wrong) return showMistaken(wrong);
    button.disabled = true;
    try {
      await submit(Object.fromEntries(fields.map((item) => [item.name, valueOf(item.input)])));
    } catch (error) {
      showProblem(error, { fields, mistake, text: textOf(error) });
    } finally {
      button.disabled = false;
    }
  });
  return element;
}

const valueOf = (input) => (input.type === "checkbox" ? input.checked : input.value);

function showProblem(error, { fields, mistake, text }) {
  const item = error instanceof Problem && fields.find(({ name }) => name === error.field);
  if (!item) {
    write(mistake, text);
    return mistake.scrollIntoView({ block: "nearest" });
  }
  item.showMistake(text);
  showMistaken(item);
}

/** Brings a field with its error text into view. A field that has the focus already would not move there by itself. */
function showMistaken({ input, element }) {
  input.focus({ preventScroll: true });
  element.scrollIntoView({ block: "center" });
}
