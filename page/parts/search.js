// The search over devices, rooms, people and pages: a combobox with a list, in a dialog. Enter opens the chosen result.
// Source: WAI-ARIA Authoring Practices, "Combobox Pattern".

import { el, icon, set, write } from "../core/dom.js";
import { t } from "../core/text.js";
import { addOtherWords, found, homeEntries, peopleEntries, upkeepEntries } from "../home/search-index.js";
import { dialog } from "./dialog.js";

/** Opens the search, with the letters that were typed before it was loaded. The devices and rooms are found at once,
 *  the people, the appliances and their tasks when the gateway has answered. */
export function openSearch(context, letters = "") {
  dialog(t("search.title"), (close) => {
    const search = new Search(homeEntries(context.store), letters, close);
    for (const read of [peopleEntries, upkeepEntries]) read(context).then((more) => search.add(more), () => {});
    addOtherWords(search.entries).then(() => search.show(), () => {});
    return search.elements;
  });
}

class Search {
  entries;
  #close;
  #results = [];
  #at = 0;
  #list = el("ul.search-results", { id: "search-results", role: "listbox", "aria-label": t("search.results") });
  #status = el("p.visually-hidden", { role: "status" });
  #none = el("p.muted", { hidden: true }, t("search.none"));
  #input = el("input.input", {
    type: "text", role: "combobox", "aria-label": t("search.title"), "aria-controls": "search-results",
    "aria-autocomplete": "list", "aria-expanded": "false", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    enterkeyhint: "go", maxlength: 100, placeholder: t("search.hint"), autofocus: true,
    on: { input: () => { this.#at = 0; this.show(); }, keydown: (event) => this.#press(event) },
  });

  constructor(entries, letters, close) {
    this.entries = entries;
    this.#input.value = letters;
    this.#close = close;
    this.elements = [
      el("div.search-field", {}, icon("search"), this.#input), this.#list, this.#none, this.#status];
    this.show();
  }

  add(entries) {
    this.entries.push(...entries);
    this.show();
  }

  show() {
    this.#results = found(this.entries, this.#input.value);
    this.#at = Math.min(this.#at, Math.max(this.#results.length - 1, 0));
    this.#list.replaceChildren(...this.#results.map((entry, index) => this.#option(entry, index)));
    const isEmpty = !this.#results.length;
    set(this.#list, { hidden: isEmpty });
    set(this.#none, { hidden: !isEmpty });
    set(this.#input, { "aria-expanded": String(!isEmpty) });
    write(this.#status, isEmpty ? t("search.none") : t("search.count", { count: this.#results.length }));
    this.#mark();
  }

  #option({ kind, name, place, icon: picture, href }, index) {
    const open = (event) => { event.preventDefault(); this.#at = index; this.#open(); };
    return el("li.search-result", { id: `search-result-${index}`, role: "option", "data-href": href, on: { click: open } },
      icon(picture), el("span.row-words", {}, el("span.search-name", {}, name), place && el("span.help", {}, place)),
      el("span.help", {}, t(`search.kind.${kind}`)));
  }

  #mark() {
    [...this.#list.children].forEach((option, index) => set(option, { "aria-selected": String(index === this.#at) }));
    set(this.#input, { "aria-activedescendant": this.#results.length ? `search-result-${this.#at}` : null });
    this.#list.children[this.#at]?.scrollIntoView({ block: "nearest" });
  }

  #press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = this.#results.length;
    if (step && count) this.#at = (this.#at + step + count) % count;
    else if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (step) this.#mark();
    else this.#open();
  }

  #open() {
    const result = this.#results[this.#at];
    if (!result) return;
    this.#close();
    location.hash = result.href;
  }
}
