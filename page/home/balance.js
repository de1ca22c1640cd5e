// Energy added up: what was used, where it came from, and who used it. Amounts are `{ kilowattHours, isEstimated }`.

import { number } from "../core/format.js";

export const flowsOf = (amounts) => Object.fromEntries(amounts.map((amount) => [amount.flow, amount]));

const of = (flows, name) => flows[name]?.kilowattHours ?? 0;
const isEstimated = (flows, names = Object.keys(flows)) => names.some((name) => flows[name]?.isEstimated);

export function sum(amounts) {
  const known = amounts.filter(Boolean);
  if (!known.length) return null;
  return {
    kilowattHours: known.reduce((total, { kilowattHours }) => total + kilowattHours, 0),
    isEstimated: known.some((amount) => amount.isEstimated),
  };
}

/** What the house used: with a meter at the grid all of it, else what its devices counted; null when nobody did. */
export function used(flows) {
  if (!flows.gridImport) return flows.consumption ?? null;
  const balance = of(flows, "production") + of(flows, "gridImport") - of(flows, "gridExport")
    + of(flows, "discharge") - of(flows, "charge");
  if (balance < of(flows, "consumption")) return flows.consumption;
  return { kilowattHours: balance, isEstimated: Boolean(isEstimated(flows)) };
}

/** What no device counted of what the house used; null where nobody can tell, or next to nothing is left. */
export function unmetered(flows) {
  if (!flows.gridImport) return null;
  const all = used(flows);
  const rest = all.kilowattHours - of(flows, "consumption");
  return rest > Math.max(all.kilowattHours * 0.02, 0.01) ? { ...all, kilowattHours: rest } : null;
}

/** What the house used by where it came from: `{ own, battery, grid }`. Without a meter at the grid nobody knows. */
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

/** Shares from 0 to 1: of the production, what was used at home; of the use, what was not drawn from the grid. Null
 *  where a meter for it is missing. A meter that is estimated tells both ways by its sign. */
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

/** How many get a colour of their own. */
const largest = 8;

/** The consumption of split rows as series over `buckets`, the largest first: `{ id, name, amounts, total }`. */
export function series(rows, buckets, keyOf, idOf) {
  const places = new Map(buckets.map(({ key }, index) => [key, index]));
  const found = new Map();
  for (const row of rows) {
    const place = places.get(keyOf(Date.parse(row.start)));
    const amount = flowsOf(row.amounts).consumption;
    if (place === undefined || !amount) continue;
    const id = idOf(row);
    if (!found.has(id)) found.set(id, { id, name: row.name, amounts: buckets.map(() => null) });
    const { amounts } = found.get(id);
    amounts[place] = sum([amounts[place], amount]);
  }
  return [...found.values()].map(totalled).sort((a, b) => b.total.kilowattHours - a.total.kilowattHours);
}

export const totalled = (one) => ({ ...one, total: sum(one.amounts) });

/** The largest, and the others as one. */
export function fewer(all, name) {
  if (all.length <= largest + 1) return all;
  const others = all.slice(largest);
  const amounts = others[0].amounts.map((_, index) => sum(others.map((one) => one.amounts[index])));
  return [...all.slice(0, largest), totalled({ id: "others", name, amounts })];
}

/** The flows of each bucket, from rows that are not split. */
export function flowsBy(rows, buckets, keyOf) {
  const groups = Map.groupBy(rows, (row) => keyOf(Date.parse(row.start)));
  return buckets.map(({ key }) => {
    const amounts = Map.groupBy((groups.get(key) ?? []).flatMap((row) => row.amounts), ({ flow }) => flow);
    return Object.fromEntries([...amounts].map(([flow, own]) => [flow, { flow, ...sum(own) }]));
  });
}

/** `["~4.89", "kWh"]`, with "~" where a part of it was worked out from power; ["–", ""] where nobody knows. */
export function numerals(amount) {
  if (!amount) return ["–", ""];
  const { kilowattHours, isEstimated: isAbout } = amount;
  const size = Math.abs(kilowattHours);
  if (size < 0.0005) return ["0", "kWh"];
  const text = size < 100 ? number(kilowattHours, 2, 2) : number(kilowattHours, 0);
  return [`${isAbout ? "~" : ""}${size < 0.005 ? `<${number(0.01, 2)}` : text}`, "kWh"];
}

export const amountText = (amount) => numerals(amount).filter(Boolean).join(" ");
