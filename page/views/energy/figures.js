// The sums of a period, each as a number with an explanation.

import { numerals, shares, used } from "../../home/balance.js";
import { el } from "../../core/dom.js";
import { number } from "../../core/format.js";
import { t } from "../../core/text.js";

const flowNames = ["production", "gridImport", "gridExport", "charge", "discharge"];

export function figures(flows) {
  const { selfUse, selfSufficiency } = shares(flows);
  const amounts = [["used", used(flows)], ...flowNames.map((name) => [name, flows[name]])]
    .filter(([, amount]) => amount);
  const list = [
    ...amounts.map(([name, amount]) => figure(name, numerals(amount), t(`energy.${name}.words`))),
    flows.production && share("selfUse", selfUse),
    flows.production && flows.gridImport && share("selfSufficiency", selfSufficiency),
  ];
  const isEstimated = amounts.some(([, amount]) => amount.isEstimated);
  return el("div", {}, el("dl.figures", {}, list),
    isEstimated && el("p.muted", {}, t("energy.estimated")));
}

function share(name, value) {
  if (value === null) return figure(name, ["–", ""], t(`energy.${name}.unknown`));
  return figure(name, [number(value * 100, 0), "%"], t(`energy.${name}.words`));
}

function figure(name, [numeral, unit], words) {
  return el("div.figure", { "data-of": name }, el("dt", {}, t(`energy.${name}`)),
    el("dd.figure-value", {}, el("span.numerals", {}, numeral), unit && el("span.unit", {}, `\u00a0${unit}`)),
    el("dd.figure-words", {}, words));
}
