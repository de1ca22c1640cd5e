// The sums of a period, each as a number with an explanation.

import { numerals, shares, used } from "../../home/balance.js";
import { el } from "../../core/dom.js";
import { number } from "../../core/format.js";
import { t } from "../../core/text.js";
import { costText } from "./money.js";

const flowNames = ["production", "gridImport", "gridExport", "charge", "discharge"];

/** The sums of `flows`, with `cost` and `revenue`, which are undefined while no price is known. */
export function figures(flows, { cost, revenue }) {
  const { selfUse, selfSufficiency } = shares(flows);
  const amounts = [["used", used(flows)], ...flowNames.map((name) => [name, flows[name]])]
    .filter(([, amount]) => amount);
  const money = {
    used: cost && figure("cost", [costText(cost), ""], t(flows.gridImport ? "energy.cost.ofGrid" : "energy.cost.ofUse")),
    gridExport: revenue && figure("revenue", [costText(revenue), ""], t("energy.revenue.words")),
  };
  const list = [
    ...amounts.flatMap(([name, amount]) => [figure(name, numerals(amount), t(`energy.${name}.words`)), money[name]]),
    flows.production && share("selfUse", selfUse, whyUnknown(flows)),
    flows.production && flows.gridImport && share("selfSufficiency", selfSufficiency, t("energy.selfSufficiency.unknown")),
  ];
  const isPartial = [cost, revenue].some((costs) => costs?.some((one) => one.isPartial));
  const isEstimated = amounts.some(([, amount]) => amount.isEstimated);
  return el("div", {}, el("dl.figures", { "data-count": list.filter(Boolean).length }, list),
    isEstimated && el("p.muted", {}, t("energy.estimated")), isPartial && el("p.muted", {}, t("energy.cost.isPartial")));
}

const whyUnknown = ({ production }) =>
  t(production.kilowattHours > 0 ? "energy.selfUse.unknown" : "energy.selfUse.nothing");

function share(name, value, unknown) {
  if (value === null) return figure(name, ["–", ""], unknown);
  return figure(name, [number(value * 100, 0), "%"], t(`energy.${name}.words`));
}

function figure(name, [numeral, unit], words) {
  return el("div.figure", { "data-of": name }, el("dt", {}, t(`energy.${name}`)),
    el("dd.figure-value", {}, el("span.numerals", {}, numeral), unit && el("span.unit", {}, `\u00a0${unit}`)),
    el("dd.figure-words", {}, words));
}
