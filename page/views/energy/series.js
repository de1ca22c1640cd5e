// What a course shows as series: by device, by room, or by where it came from; each with a colour that stays its own.

import { fewer, flowsBy, origins, series, totalled, unmetered, used } from "../../home/balance.js";
import { t } from "../../core/text.js";

const colours = 8;

/** Whoever has a colour keeps it while one looks, also when another uses more in the next period. */
export class Palette {
  #places = new Map();

  tokens(ids) {
    const taken = new Set(ids.map((id) => this.#places.get(id)).filter((place) => place !== undefined));
    return new Map(ids.map((id) => [id, `series-${this.#place(id, taken)}`]));
  }

  #place(id, taken) {
    const own = this.#places.get(id);
    if (own !== undefined) return own;
    const free = Array.from({ length: colours + 1 }, (_, index) => index + 1).find((place) => !taken.has(place));
    for (const [other, place] of this.#places) if (place === free) this.#places.delete(other);
    taken.add(free);
    this.#places.set(id, free);
    return free;
  }
}

/** `[{ id, name, token, amounts, total }]`, the lowest bar first. */
export function seriesOf({ time, split, buckets, grain }, stack, palette) {
  const flows = flowsBy(time.rows, buckets, grain.keyOf);
  if (stack === "source") return byOrigin(flows);
  const idOf = (row) => row[stack] ?? "none";
  const found = fewer(series(split.rows, buckets, grain.keyOf, idOf), t("energy.others"));
  const tokens = palette.tokens(found.map(({ id }) => id).filter((id) => id !== "others"));
  const nameless = t(stack === "room" ? "home.noRoom" : "energy.nameless");
  const tokenOf = ({ id }) => tokens.get(id) ?? "series-others";
  const own = found.map((one) => ({ ...one, name: one.name ?? nameless, token: tokenOf(one) }));
  const rest = totalled({
    id: "rest", name: t("energy.unmetered"), token: "series-rest", amounts: flows.map(unmetered),
  });
  return rest.total ? [...own, rest] : own;
}

/** What came from nobody knows where is shown too. */
function byOrigin(flows) {
  const all = flows.map(origins);
  const found = ["own", "battery", "grid"].map((name) => totalled({
    id: name, name: t(`energy.origin.${name}`), token: `origin-${name}`, amounts: all.map((one) => one?.[name] ?? null),
  }));
  const unknown = totalled({
    id: "unknown", name: t("energy.origin.unknown"), token: "series-rest",
    amounts: flows.map((one, index) => (all[index] ? null : used(one))),
  });
  return [...found, unknown].filter(({ total }) => total);
}
