// Sums of energy: consumption, its origins, and its consumers. Amounts are `{ kilowattHours, isEstimated }`.

import { number, withUnit } from "../core/format.js";

/** Amounts by the name of their flow. */
export const flowsOf = (amounts) => Object.fromEntries(amounts.map((amount) => [amount.flow, amount]));

const of = (flows, name) => flows[name]?.kilowattHours ?? 0;
const isEstimated = (flows, names = Object.keys(flows)) => names.some((name) => flows[name]?.isEstimated);

/** The sum of the amounts that are not null; null when there are none. */
export function sum(amounts) {
  const known = amounts.filter(Boolean);
  if (!known.length) return null;
  return {
    kilowattHours: known.reduce((total, { kilowattHours }) => total + kilowattHours, 0),
    isEstimated: known.some((amount) => amount.isEstimated),
  };
}

/** The flows of several hours or days, added. */
export function addFlows(list) {
  const groups = Map.groupBy(list.flatMap((flows) => Object.entries(flows)), ([name]) => name);
  return Object.fromEntries([...groups].map(([flow, own]) => [flow, { flow, ...sum(own.map(([, amount]) => amount)) }]));
}

/** The consumption of the house: with a meter at the grid the whole of it, else the sum of the metered devices; null
 *  without either. */
export function used(flows) {
  if (!flows.gridImport) return flows.consumption ?? null;
  const balance = of(flows, "production") + of(flows, "gridImport") - of(flows, "gridExport")
    + of(flows, "discharge") - of(flows, "charge");
  if (balance < of(flows, "consumption")) return flows.consumption;
  return { kilowattHours: balance, isEstimated: Boolean(isEstimated(flows)) };
}

/** The part of the consumption that no device has metered; null without a meter at the grid, and unless it exceeds
 *  both 2 % and 0.01 kWh. */
export function unmetered(flows) {
  if (!flows.gridImport) return null;
  const all = used(flows);
  const rest = all.kilowattHours - of(flows, "consumption");
  return rest > Math.max(all.kilowattHours * 0.02, 0.01) ? { ...all, kilowattHours: rest } : null;
}

/** The consumption of the house by origin: `{ own, battery, grid }`; null without a meter at the grid. */
export function origins(flows) {
  if (!flows.gridImport) return null;
  const surplus = of(flows, "production") - of(flows, "gridExport");
  const stays = Math.max(surplus, 0);
  const own = Math.max(stays - of(flows, "charge"), 0);
  const fromGridToBattery = Math.max(of(flows, "charge") - stays, 0);
  const amount = (kilowattHours, ...names) =>
    ({ kilowattHours: Math.max(kilowattHours, 0), isEstimated: Boolean(isEstimated(flows, names)) });
  return {
    own: flows.production ? amount(own, "production", "gridExport", "charge") : null,
    battery: flows.discharge ? amount(of(flows, "discharge") + Math.min(surplus, 0), "discharge", "gridExport") : null,
    grid: amount(of(flows, "gridImport") - fromGridToBattery, "gridImport", "charge"),
  };
}

/** Shares from 0 to 1: `selfUse` is the part of the production that was used at home, `selfSufficiency` the part of the
 *  consumption that did not come from the grid. Null when a meter for it is missing. An estimated grid meter measures
 *  both directions, by the sign of its power. */
export function shares(flows) {
  const production = of(flows, "production");
  const tellsExport = flows.gridExport || flows.gridImport?.isEstimated;
  const house = used(flows);
  const within = (share) => Math.min(Math.max(share, 0), 1);
  return {
    selfUse: production > 0 && tellsExport ? within((production - of(flows, "gridExport")) / production) : null,
    selfSufficiency: flows.gridImport && flows.production && house.kilowattHours > 0
      ? within(1 - of(flows, "gridImport") / house.kilowattHours) : null,
  };
}

/** The number of series that have a colour of their own. */
const mostSeries = 8;

/** The consumption of rows that are split by `idOf`, as series over `buckets`, the largest first:
 *  `{ id, name, amounts, total }`. */
export function series(rows, buckets, keyOf, idOf) {
  const bucketIndexes = new Map(buckets.map(({ key }, index) => [key, index]));
  const found = new Map();
  for (const row of rows) {
    const bucketIndex = bucketIndexes.get(keyOf(Date.parse(row.start)));
    const amount = flowsOf(row.amounts).consumption;
    if (bucketIndex === undefined || !amount) continue;
    const id = idOf(row);
    if (!found.has(id)) found.set(id, { id, name: row.name, amounts: buckets.map(() => null) });
    const { amounts } = found.get(id);
    amounts[bucketIndex] = sum([amounts[bucketIndex], amount]);
  }
  return [...found.values()].map(totalled).sort((a, b) => b.total.kilowattHours - a.total.kilowattHours);
}

export const totalled = (one) => ({ ...one, total: sum(one.amounts) });

/** The largest series, and all others merged into one with the name `name`. */
export function mergeSmallest(all, name) {
  if (all.length <= mostSeries + 1) return all;
  const others = all.slice(mostSeries);
  const amounts = others[0].amounts.map((_, index) => sum(others.map((one) => one.amounts[index])));
  return [...all.slice(0, mostSeries), totalled({ id: "others", name, amounts })];
}

/** The flows of each bucket, from rows without a split. */
export function flowsBy(rows, buckets, keyOf) {
  const groups = Map.groupBy(rows, (row) => keyOf(Date.parse(row.start)));
  return buckets.map(({ key }) => {
    const amounts = Map.groupBy((groups.get(key) ?? []).flatMap((row) => row.amounts), ({ flow }) => flow);
    return Object.fromEntries([...amounts].map(([flow, own]) => [flow, { flow, ...sum(own) }]));
  });
}

/** `["~4.89", "kWh"]`, with "~" when a part of it was computed from power; `["–", ""]` when it is not known. */
export function numerals(amount) {
  if (!amount) return ["–", ""];
  const { kilowattHours, isEstimated: isAbout } = amount;
  const size = Math.abs(kilowattHours);
  if (size < 0.0005) return ["0", "kWh"];
  const text = size < 100 ? number(kilowattHours, 2, 2) : number(kilowattHours, 0);
  return [`${isAbout ? "~" : ""}${size < 0.005 ? `<${number(0.01, 2)}` : text}`, "kWh"];
}

export const amountText = (amount) => withUnit(numerals(amount));
