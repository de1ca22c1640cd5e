// The filters of the activity. They are part of the address, so that a link contains them.

import { el, write } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { t } from "../../core/text.js";
import { choice, field } from "../../parts/form.js";

/** The categories of the gateway, in the order in which they are offered. */
const categories = ["control", "openings", "presence", "safety", "status", "access", "settings"];

const names = ["who", "what", "device", "refused", "since", "until"];

/** The filters `{ who, what, … }` in the query of an address; filters that are not set are left out. */
export const filtersOf = (query) => set(names.map((name) => [name, query.get(name)]));

const set = (pairs) => Object.fromEntries(pairs.filter(([, value]) => value));

/** The filters as parameters of `GET /activity`. */
export function activityQuery({ who, what, device, refused, since, until }) {
  return set(Object.entries({
    person: who, category: categories.includes(what) ? what : null, device, failed: refused && "true",
    since: startOf(since), until: startOf(until, 1),
  }));
}

/** Midnight of a day, `later` days after it, in the time zone of the browser; null without a day. */
function startOf(day, later = 0) {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  return date ? new Date(year, month - 1, date + later).toISOString() : null;
}

/** The form of the filters; `changed(filters)` is called after each change. `people` is empty for a person who sees
 *  only their own entries. */
export function activityFilters(store, people, filters, changed) {
  const everything = ["", t("history.all")];
  const actors = people.length ? [...people.map(({ id, name }) => [id, name]),
    ...["console", "gateway", "stranger"].map((id) => [id, t(`history.actor.${id}`)])] : [];
  const devices = [...store.devices.values()].sort(byName).map(({ id, name }) => [id, name]);
  const fields = [
    actors.length && select("who", [everything, ...withSelected(actors, filters.who)]),
    select("what", [everything, ...categories.map((category) => [category, t(`activity.category.${category}`)])]),
    select("device", [everything, ...withSelected(devices, filters.device)]),
    date("since"), date("until"),
  ].filter(Boolean);

  function select(name, options) {
    return choice({ name, label: t(`history.filter.${name}`), options, value: filters[name] ?? "" });
  }
  function date(name) {
    return field({ name, label: t(`history.filter.${name}`), type: "date", value: filters[name] ?? "" });
  }
  const refusals = field({
    name: "refused", label: t("history.filter.refused"),
    control: el("input", { type: "checkbox", checked: Boolean(filters.refused) }),
  });

  const title = el("span");
  const clear = el("button.button.quiet", { type: "button" }, t("history.filter.clear"));
  const form = el("form.filters", { "aria-label": t("history.filter.title") },
    fields.map(({ element }) => element), el("div.filters-last", {}, refusals.element, clear));
  fields.push(refusals);
  const element = el("details.details.filters-fold", { open: Object.keys(filters).length > 0 },
    el("summary", {}, title), form);

  function read() {
    return set(fields.map(({ name, input }) => [name, input.type === "checkbox" ? input.checked && "1" : input.value]));
  }
  function updateSummary() {
    const { length } = Object.keys(read());
    write(title, length ? t("history.filter.some", { count: length }) : t("history.filter.title"));
    clear.hidden = !length;
  }
  form.addEventListener("change", () => { updateSummary(); changed(read()); });
  form.addEventListener("submit", (event) => event.preventDefault());
  clear.addEventListener("click", () => {
    for (const { input } of fields) if (input.type === "checkbox") input.checked = false; else input.value = "";
    fields[0].input.focus({ preventScroll: true });
    updateSummary();
    changed({});
  });
  updateSummary();
  return element;
}

/** The options with the selected value, which may be missing: a link may contain a person or device that was
 *  removed. */
function withSelected(options, value) {
  return !value || options.some(([id]) => id === value) ? options : [...options, [value, value]];
}
