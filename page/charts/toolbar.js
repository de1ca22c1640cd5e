// The toolbar of a chart: the series, the range, and buttons for everything that gestures on the chart can do.

import { el, icon, set } from "../core/dom.js";
import { t } from "../core/text.js";
import { ranges } from "./span.js";

/** Returns `{ top, tools, show }`. `options` are `[key, label]` of each quantity; `on` are the callbacks `range(name)`,
 *  `quantity(key)`, `zoom(isIn)`, `move(isForward)`, `reset()` and `table()`. */
export function toolbar({ options, chosen, on }) {
  const buttons = Object.keys(ranges).map((name) => el("button.range", {
    type: "button", "data-range": name, on: { click: () => on.range(name) },
  }, t(`chart.range.${name}`)));
  const select = el("select.input.quantity", {
    "aria-label": t("chart.quantity"), on: { change: () => on.quantity(select.value) },
  }, options.map(([key, label]) => el("option", { value: key, selected: key === chosen }, label)));
  const tool = (name, picture, act) => el("button.tool", {
    type: "button", "aria-label": t(`chart.${name}`), title: t(`chart.${name}`), on: { click: act },
  }, icon(picture));
  const table = tool("table", "table", on.table);
  const reset = tool("reset", "restore", on.reset);
  const ways = [
    tool("earlier", "back", () => on.move(false)), tool("wider", "less", () => on.zoom(false)),
    tool("nearer", "plus", () => on.zoom(true)), tool("later", "forward", () => on.move(true)), reset,
  ];
  return {
    top: el("div.chart-bar", {},
      options.length > 1 ? select : el("p.quantity.only-quantity", {}, options[0][1]),
      el("div.ranges", { role: "group", "aria-label": t("chart.ranges") }, buttons)),
    tools: el("div.tools", { role: "group", "aria-label": t("chart.tools") }, ways, table),
    show({ range, isMoved, isTable, mayDraw }) {
      for (const button of buttons) set(button, { "aria-pressed": String(button.dataset.range === range && !isMoved) });
      set(table, { "aria-pressed": String(isTable), hidden: !mayDraw });
      set(reset, { disabled: !isMoved });
    },
  };
}
