// A field to choose some of many items: a searchable list of checkboxes, and the chosen names as text.

import { el, icon, write } from "../../core/dom.js";
import { list, t } from "../../core/text.js";
import { group } from "../../parts/group.js";

const fewest = 8;

/** `items` are `{ id, name, note }`. A chosen id that is no longer among the items stays chosen until it is removed. */
export function picker({ name, label, help, items, chosen, none }) {
  const missing = chosen.filter((id) => !items.some((item) => item.id === id))
    .map((id) => ({ id, name: id, note: t("people.gone") }));
  const isChosen = ({ id }) => chosen.includes(id);
  // Chosen items come first; the order does not change while the person chooses.
  const rows = [...missing, ...items.filter(isChosen), ...items.filter((item) => !isChosen(item))]
    .map((item) => row(item, isChosen(item)));
  const chosenWords = el("span");
  const summary = el("summary.picker-summary.input", {}, chosenWords, icon("forward"));
  const chosenRows = () => rows.filter(({ input }) => input.checked);
  const updateSummary = () => {
    const words = chosenRows().length ? list(chosenRows().map(({ item }) => item.name)) : none;
    write(chosenWords, words);
    summary.setAttribute("aria-label", `${label}: ${words}`);
  };
  const nothing = el("p.picker-nothing.muted", { hidden: true }, t("people.noMatch"));
  const search = rows.length >= fewest && searchField(label, rows, nothing);
  const contents = el("details.picker", { on: { change: updateSummary } }, summary,
    el("div.picker-open", {}, search, el("ul.picker-list", {}, rows.map(({ element }) => element)), nothing));
  updateSummary();
  return group({ name, label, help, contents, value: () => chosenRows().map(({ item }) => item.id) });
}

function row(item, isChosen) {
  const input = el("input", { type: "checkbox", checked: isChosen });
  const element = el("li", {}, el("label.picker-row", {}, input,
    el("span.picker-name", {}, item.name), item.note && el("span.picker-note.muted", {}, item.note)));
  return { item, input, element, words: `${item.name} ${item.note ?? ""}`.toLocaleLowerCase() };
}

function searchField(label, rows, nothing) {
  const input = el("input.input", {
    type: "search", "aria-label": t("people.search", { what: label }), placeholder: t("people.searchHint"),
    autocomplete: "off",
  });
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLocaleLowerCase();
    for (const { element, words } of rows) element.hidden = !words.includes(wanted);
    nothing.hidden = rows.some(({ element }) => !element.hidden);
  });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  return input;
}
