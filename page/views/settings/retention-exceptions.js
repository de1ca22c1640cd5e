// Retention terms of single series: longer or shorter than those of their kind, or a hold with a reason.

import { daysText } from "../../home/days.js";
import { displayName } from "../../home/device.js";
import { el, icon } from "../../core/dom.js";
import { kindName } from "../../core/capabilities.js";
import { byName, kind } from "../../core/format.js";
import { t } from "../../core/text.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { choice, field, form } from "../../parts/form.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

const most = 3650;

export function exceptionsCard(context, { series }, show) {
  const { store } = context;
  return el("section.card", {}, el("h3", {}, t("settings.exceptions")), el("p.muted", {}, t("settings.exceptionsHelp")),
    series.length > 0 && el("ul.rows", {}, series.map((entry) => row(context, entry, show))),
    store.devices.size > 0 && el("div.actions", {}, el("button.button", {
      type: "button", on: { click: () => add(context, show) },
    }, icon("plus"), t("settings.exceptionAdd"))));
}

function row(context, entry, show) {
  const name = seriesText(context.store, entry);
  const words = [entry.days && daysText(entry.days), entry.hold && t("settings.held", { why: entry.hold })];
  return el("li.row", {}, el("span.row-words", {}, el("span.setting-name", {}, name),
    el("span.help", {}, words.filter(Boolean).join(" · "))),
  el("button.icon-button", {
    type: "button", "aria-label": t("settings.exceptionRemove", { name }),
    on: { click: () => remove(context, entry, name, show) },
  }, icon("trash")));
}

async function remove({ client, withStepUp }, { device, part, quantity }, name, show) {
  if (!await confirmed(name, t("settings.exceptionRemoveHelp"), t("settings.exceptionRemoveVerb"))) return;
  try {
    const send = () => client.request("PUT", "/retention/series", { device, part, quantity });
    if (await withStepUp(send, t("settings.exceptionRemove", { name }))) await show();
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
  }
}

function add({ store, client, withStepUp }, show) {
  const known = [...store.devices.values()].sort(byName).flatMap((device) => device.parts.flatMap((part) =>
    part.capabilities.filter(({ unit }) => unit)
      .map(({ name }) => ({ device: device.id, part: part.id, quantity: name }))));
  const options = known.map((entry, at) => [at, seriesText(store, entry)]);
  return dialog(t("settings.exceptionAdd"), (close) => form([
    choice({ name: "series", label: t("settings.exceptionOf"), options }),
    field({
      name: "days", label: t("settings.exceptionDays"), help: t("settings.exceptionDaysHelp"), check: daysMistake,
      type: "number", inputmode: "numeric", min: 1, max: most,
    }),
    field({ name: "hold", label: t("settings.exceptionHold"), maxlength: 200, help: t("settings.exceptionHoldHelp") }),
  ], {
    verb: t("settings.save"), cancel: () => close(),
    submit: async ({ series, days, hold }) => {
      const body = { ...known[series], days: days ? Number(days) : undefined, hold: hold.trim() || undefined };
      if (!await withStepUp(() => client.request("PUT", "/retention/series", body))) return;
      close();
      await show();
    },
  }));
}

function daysMistake(text) {
  const days = Number(text);
  const isGood = !text || (Number.isInteger(days) && days >= 1 && days <= most);
  return isGood ? null : t("settings.termBounds", { most, words: daysText(most) });
}

/** The name of a series: "Fridge: Power". */
function seriesText(store, { device: id, part: partID, quantity }) {
  const device = store.devices.get(id);
  const part = device?.parts.find((each) => each.id === partID);
  const words = kindName(kind(quantity)) ?? quantity;
  return `${part ? displayName(device, part) : device?.name ?? id}: ${words}`;
}
