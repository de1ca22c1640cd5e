// The dialog in which a person plans a task, in words: what is to be done, and when.

import { now } from "../../core/clock.js";
import { el, set, write } from "../../core/dom.js";
import { scale } from "../../core/format.js";
import { t } from "../../core/text.js";
import { dateOf, plusDays } from "../../home/calendar.js";
import { dialog } from "../../parts/dialog.js";
import { choice, field, form } from "../../parts/form.js";
import { toast } from "../../parts/toast.js";
import { given, maintenanceProblem } from "./money-fields.js";
import { keyOf, sourcesOf } from "./task-sources.js";
import { monthText, scheduleText } from "./task-text.js";

const units = ["days", "weeks", "months", "years"];

/** Without a `task` the dialog adds one for `subject`, which is `{ appliance }` or `{ device }`. `suggestion` fills the
 *  form. `refresh()` is called after the gateway has stored it. */
export async function taskDialog(context, { subject, task, suggestion, refresh }) {
  const { client, store } = context;
  const known = task ?? suggestion;
  const subjectOfTask = task ? { appliance: task.appliance, device: task.device } : subject;
  const sources = await sourcesOf(context, subjectOfTask, known?.schedule).catch((error) => {
    toast(maintenanceProblem(error), { tone: "danger" });
  });
  if (!sources) return;
  const today = dateOf(now(), store.home.timeZone);
  const when = scheduleFields(known?.schedule, { sources, today });
  const lastDone = task ? null : field({
    name: "lastDone", label: t("maintenance.task.lastDoneLabel"), help: t("maintenance.task.lastDoneHelp"), type: "date",
    min: "1970-01-01", max: today,
  });
  if (lastDone) when.followLastDone(lastDone.input);
  const note = field({
    name: "note", label: t("maintenance.note"),
    control: el("textarea.input", { rows: 2, maxlength: 2000, value: known?.note ?? "" }),
  });
  const saved = await dialog(t(task ? "maintenance.task.edit" : "maintenance.task.add"), (close) => arranged(form([
    field({
      name: "title", label: t("maintenance.task.title"), value: known?.title ?? "", maxlength: 120, autofocus: true,
      check: (text) => (text.trim() ? null : t("maintenance.problem.taskTitle")),
    }),
    ...when.fields,
    lastDone,
    field({
      name: "isSafety", label: t("maintenance.task.safety"),
      control: el("input", { type: "checkbox", checked: known?.isSafety ?? false }),
    }),
    note,
  ].filter(Boolean), {
    verb: t("maintenance.save"), cancel: () => close(null), textOf: maintenanceProblem,
    submit: async (values) => {
      const content = {
        title: values.title, note: given(values.note), isSafety: values.isSafety, schedule: when.schedule(values),
      };
      if (task) {
        const headers = { "If-Match": `"${task.revision}"` };
        await client.request("PUT", `/maintenance/tasks/${task.id}`, content, { headers });
      } else {
        await client.request("POST", "/maintenance/tasks", {
          ...subject, ...content, lastDone: given(values.lastDone), template: suggestion?.template,
        });
      }
      close(content);
    },
  }), { pairs: when.pairs, rest: [when.basis, note], isOpen: Boolean(task) }));
  if (!saved) return;
  toast(t("maintenance.task.saved", { when: scheduleText(saved.schedule) }));
  await refresh();
}

/** The form with each of `pairs` beside each other, and what few people change, the `rest`, folded away at its end. */
function arranged(element, { pairs, rest, isOpen }) {
  for (const [first, second] of pairs) {
    const pair = el("div.field-pair");
    first.element.before(pair);
    pair.append(first.element, second.element);
  }
  const fold = el("details.fold", { open: isOpen }, el("summary", {}, t("maintenance.more")));
  rest.at(-1).element.before(fold);
  fold.append(el("div.form", {}, rest.map((item) => item.element)));
  return element;
}

/** `{ fields, pairs, basis, schedule(values), followLastDone(input) }`. The fields that the chosen kind and source need are shown, the
 *  others are hidden. */
function scheduleFields(known, { sources, today }) {
  const initial = kindOf(known);
  const kinds = ["calendar", "month", "once", sources.usage.length > 0 && "usage", sources.reported.length > 0 && "reported"]
    .filter(Boolean);
  if (!kinds.includes(initial)) kinds.push(initial);
  const kind = choice({
    name: "kind", label: t("maintenance.task.kind"), value: initial,
    options: kinds.map((name) => [name, t(`maintenance.task.kind.${name}`)]),
  });
  const groups = {
    calendar: calendarFields(known, today), month: monthFields(known, today), once: onceFields(known, today),
    usage: usageFields(known, sources.usage), reported: reportedFields(known, sources.reported),
  };
  const fields = Object.fromEntries(Object.values(groups).flat().map((item) => [item.name, item]));
  const chosen = (list, name) => list.find(({ key }) => key === fields[name].input.value);
  const show = () => {
    const usage = chosen(sources.usage, "usageSource");
    const reported = chosen(sources.reported, "reportedSource");
    const unneeded = [!usage?.isPower && "watts", ...!reported || reported.isWarning ? ["comparison", "value"] : []];
    for (const [name, group] of Object.entries(groups)) {
      for (const item of group) {
        set(item.element, { hidden: name !== kind.input.value || unneeded.includes(item.name) });
      }
    }
    const { unit } = scale(reported?.unit);
    write(fields.value.element.querySelector(".help"), unit ? t("maintenance.task.valueHelp", { unit }) : "");
  };
  // What was typed belongs to the value that was chosen before.
  fields.reportedSource.input.addEventListener("change", () => {
    const source = chosen(sources.reported, "reportedSource");
    fields.comparison.input.value = source?.isCounter ? "atLeast" : "atMost";
    fields.value.input.value = limitText(source?.usualLimit, source?.unit);
  });
  for (const item of [kind, fields.usageSource, fields.reportedSource]) item.input.addEventListener("change", show);
  show();
  return {
    fields: [kind, ...Object.values(groups).flat()], basis: fields.basis,
    pairs: [[fields.every, fields.unit], [fields.limit, fields.measure]],
    schedule: (values) => scheduleOf(values, { known, sources, today }),
    followLastDone: (lastDone) => followPeriod(fields, { lastDone, today }),
  };
}

/** The next date of a new task is one period after the last time, until the person chooses another one. */
function followPeriod({ every, unit, first }, { lastDone, today }) {
  let isChosen = false;
  first.input.addEventListener("input", () => { isChosen = true; });
  const follow = () => {
    if (isChosen || every.check(every.input.value)) return;
    first.input.value = dayAfter(lastDone.value || today, Number(every.input.value), unit.input.value);
  };
  for (const input of [every.input, unit.input, lastDone]) input.addEventListener("input", follow);
}

const kindOf = (schedule) => (schedule?.isWholeMonth ? "month" : schedule?.kind ?? "calendar");

/** A check that only applies to a field that is shown. */
function checked(options) {
  const item = field({ ...options, check: undefined });
  return { ...item, check: (text) => (item.element.hidden ? null : options.check(text)) };
}

const isWhole = (text, most) => /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;

const wholeNumber = (options, most) => checked({
  inputmode: "numeric", autocomplete: "off", ...options,
  check: (text) => (isWhole(text, most) ? null : t("maintenance.problem.whole", { most })),
});

const dateField = (options) => checked({
  type: "date", min: "1970-01-01", max: "9999-12-31", ...options,
  check: (text) => (text ? null : t("maintenance.problem.day")),
});

function calendarFields(known, today) {
  const own = known?.kind === "calendar" && !known.isWholeMonth ? known : {};
  return [
    wholeNumber({ name: "every", label: t("maintenance.task.everyLabel"), value: String(own.every ?? 6) }, 1000),
    choice({
      name: "unit", label: t("maintenance.task.unitLabel"), value: own.unit ?? "months",
      options: units.map((unit) => [unit, t(`maintenance.task.unit.${unit}`)]),
    }),
    dateField({ name: "first", label: t("maintenance.task.nextLabel"), value: own.first ?? sameDayAfter(today, 6) }),
    choice({
      name: "basis", label: t("maintenance.task.basis"), value: own.basis ?? "dayDone",
      help: t("maintenance.task.basisHelp"),
      options: ["dayDone", "fixedDates"].map((basis) => [basis, t(`maintenance.task.basis.${basis}`)]),
    }),
  ];
}

/** The day so many periods later. */
function dayAfter(date, count, unit) {
  switch (unit) {
  case "days": return plusDays(date, count);
  case "weeks": return plusDays(date, 7 * count);
  default: return sameDayAfter(date, unit === "years" ? 12 * count : count);
  }
}

/** The day so many months later; the last day of a shorter month. */
function sameDayAfter(date, months) {
  const [year, month, day] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

const monthFields = (known, today) => [choice({
  name: "month", label: t("maintenance.task.monthLabel"),
  value: (known?.isWholeMonth ? known.first : today).slice(5, 7),
  options: Array.from({ length: 12 }, (_, index) => [String(index + 1).padStart(2, "0"), monthText(index + 1)]),
})];

const onceFields = (known, today) => [dateField({
  name: "on", label: t("maintenance.task.onLabel"), value: known?.kind === "once" ? known.first : today,
})];

function usageFields(known, sources) {
  const own = known?.kind === "usage" ? known : {};
  // Only the device of the appliance is chosen for the person.
  const source = sources.find(({ key }) => key === keyOf(own)) ?? sources.find(({ isLinked }) => isLinked);
  const sourceField = choice({
    name: "usageSource", label: t("maintenance.task.usageSource"), value: source?.key ?? "",
    options: [["", t("maintenance.task.chooseSource")], ...sources.map(({ key, label }) => [key, label])],
  });
  return [
    wholeNumber({ name: "limit", label: t("maintenance.task.limitLabel"), value: String(own.limit ?? 500) }, 100_000),
    choice({
      name: "measure", label: t("maintenance.task.measureLabel"), value: own.measure ?? "hours",
      options: ["hours", "cycles"].map((measure) => [measure, t(`maintenance.task.measure.${measure}`)]),
    }),
    { ...sourceField, check: (key) => (key || sourceField.element.hidden ? null : t("maintenance.problem.usageSource")) },
    checked({
      name: "watts", label: t("maintenance.task.watts"), help: t("maintenance.task.wattsHelp"), inputmode: "decimal",
      autocomplete: "off", value: String(own.runsAtWatts ?? 10),
      check: (text) => (decimal(text) >= 0.1 && decimal(text) <= 100_000 ? null : t("maintenance.problem.watts")),
    }),
  ];
}

function reportedFields(known, sources) {
  const own = known?.kind === "reported" ? known : {};
  // Only what a filter has left is chosen for the person.
  const source = sources.find(({ key }) => key === keyOf(own)) ?? sources.find(({ name }) => name === "filterLife");
  const sourceField = choice({
    name: "reportedSource", label: t("maintenance.task.reportedSource"), value: source?.key ?? "",
    options: [["", t("maintenance.task.chooseSource")], ...sources.map(({ key, label }) => [key, label])],
  });
  return [
    { ...sourceField, check: (key) => (key || sourceField.element.hidden ? null : t("maintenance.problem.source")) },
    choice({
      name: "comparison", label: t("maintenance.task.comparison"),
      value: own.comparison ?? (source?.isCounter ? "atLeast" : "atMost"),
      options: ["atMost", "atLeast"].map((name) => [name, t(`maintenance.task.comparison.${name}`)]),
    }),
    checked({
      name: "value", label: t("maintenance.task.value"), help: " ", inputmode: "decimal", autocomplete: "off",
      value: limitText(own.value ?? source?.usualLimit, source?.unit),
      check: (text) => (Number.isFinite(decimal(text)) ? null : t("maintenance.problem.number")),
    }),
  ];
}

const limitText = (limit, unit) => (limit === undefined ? "" : String(rounded(scale(unit).shown(limit))));

/** A number without the digits that a conversion between units adds. */
const rounded = (value) => Number(value.toFixed(4));

const decimal = (text) => (text.trim() ? Number(text.trim().replace(",", ".").replace("\u2212", "-")) : NaN);

/** The schedule as the API states it. What the form does not show stays as it is. */
function scheduleOf(values, { known, sources, today }) {
  switch (values.kind) {
  case "month": return {
    kind: "calendar", every: 1, unit: "years", basis: "fixedDates", isWholeMonth: true,
    first: nextMonth(values.month, today),
    ...known?.isWholeMonth && known.first.slice(5, 7) === values.month && known,
  };
  case "once": return { kind: "once", first: values.on };
  case "usage": return usageOf(values, { known, sources });
  case "reported": {
    const source = sources.reported.find(({ key }) => key === values.reportedSource);
    // The device left the home: the schedule stays as it is.
    if (!source || source.isMissing) return known;
    const { series, unit, isWarning } = source;
    return isWarning ? { kind: "reported", ...series, comparison: "isOn" } : {
      kind: "reported", ...series, comparison: values.comparison, value: rounded(scale(unit).canonical(decimal(values.value))),
    };
  }
  default: return {
    kind: "calendar", every: Number(values.every), unit: values.unit, first: values.first, basis: values.basis,
  };
  }
}

function usageOf(values, { known, sources }) {
  const source = sources.usage.find(({ key }) => key === values.usageSource);
  if (!source || source.isMissing) return known;
  const { series, isPower } = source;
  const schedule = { kind: "usage", ...series, measure: values.measure, limit: Number(values.limit) };
  if (!isPower) return schedule;
  const watts = decimal(values.watts);
  const isSame = known?.kind === "usage" && keyOf(known) === values.usageSource;
  const { longestPauseSeconds, shortestRunSeconds, restsBelowWatts } = isSame ? known : {};
  return {
    ...schedule, runsAtWatts: watts, longestPauseSeconds, shortestRunSeconds,
    restsBelowWatts: isSame && known.runsAtWatts === watts ? restsBelowWatts : undefined,
  };
}

/** The first day of the month, in this year or the next one. */
function nextMonth(month, today) {
  const year = Number(today.slice(0, 4)) + (month < today.slice(5, 7) ? 1 : 0);
  return `${year}-${month}-01`;
}
