// The series of the energy chart: by device, by room, or by origin; each keeps its colour.

import { mergeSmallest, flowsBy, origins, series, totalled, unmetered, used } from "../../home/balance.js";
import { t } from "../../core/text.js";

const colours = 8;

/** Assigns colours. A series keeps its colour, also when another one is larger in the next period. */
export class Palette {
  #slots = new Map();

  tokens(ids) {
    const taken = new Set(ids.map((id) => this.#slots.get(id)).filter((slot) => slot !== undefined));
    return new Map(ids.map((id) => [id, `series-${this.#slotOf(id, taken)}`]));
  }

  #slotOf(id, taken) {
    const own = this.#slots.get(id);
    if (own !== undefined) return own;
    const free = Array.from({ length: colours + 1 }, (_, index) => index + 1).find((slot) => !taken.has(slot));
    for (const [other, slot] of this.#slots) if (slot === free) this.#slots.delete(other);
    taken.add(free);
    this.#slots.set(id, free);
    return free;
  }
}

/** `[{ id, name, token, amounts, total }]`, the lowest bar first. */
export function seriesOf({ time, split, buckets, grain }, stack, palette) {
  const flows = flowsBy(time.rows, buckets, grain.keyOf);
  if (stack === "source") return byOrigin(flows);
  const idOf = (row) => row[stack] ?? "none";
  const found = mergeSmallest(series(split.rows, buckets, grain.keyOf, idOf), t("energy.others"));
  const tokens = palette.tokens(found.map(({ id }) => id).filter((id) => id !== "others"));
  const nameless = t(stack === "room" ? "home.noRoom" : "energy.nameless");
  const tokenOf = ({ id }) => tokens.get(id) ?? "series-others";
  const own = found.map((one) => ({ ...one, name: one.name ?? nameless, token: tokenOf(one) }));
  const rest = totalled({
    id: "rest", name: t("energy.unmetered"), token: "series-rest", amounts: flows.map(unmetered),
  });
  return rest.total ? [...own, rest] : own;
}

/** The series by origin, with one for energy of unknown origin. */
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
