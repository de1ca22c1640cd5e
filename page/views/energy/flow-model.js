// The content of the energy flow: the present power as numbers and texts, for the drawing and the table.

import { ago, quantity, quantityText, withUnit } from "../../core/format.js";
import { t } from "../../core/text.js";

/** So many of the largest consumers have a row of their own. */
const shownConsumers = 5;
/** Less power than this counts as zero, because meters are noisy. */
const noiseWatts = 2;

const directionOf = (watts) => (watts === null || Math.abs(watts) < noiseWatts ? 0 : Math.sign(watts));

/** The sources that have a meter: `[{ name, title, icon, watts, direction, value, note, status, device }]`. `charge` is
 *  the level of the batteries in %. */
export function sourcesOf(power, charge) {
  return [["sun", power.production, "sun"], ["grid", power.grid, "grid"], ["battery", power.battery, "battery"]]
    .filter(([, source]) => source)
    .map(([name, source, icon]) => {
      const direction = directionOf(source.watts);
      const level = name === "battery" && charge ? quantityText(charge, "%") : null;
      const activity = t(`energy.${name}.${["gives", "rests", "takes"][1 - direction]}`);
      return {
        name, icon, title: t(`energy.${name}`), watts: source.watts, direction, status: source.status,
        value: valueOf(source), note: noteOf(source, [level, activity].filter(Boolean).join(" · ")),
        device: source.devices.length === 1 ? source.devices[0] : null,
      };
    });
}

export function houseOf({ house, isLeast, grid }) {
  const note = house === null ? t("energy.unknown") : !isLeast ? t("energy.house.uses")
    : grid ? t("energy.house.atLeast") : t("energy.house.measured");
  return {
    name: "house", icon: "home", title: t("energy.house"), watts: house, direction: 0, note,
    value: house === null ? ["–", ""] : quantity(house, "W"), status: house === null ? "never" : "live",
  };
}

/** The rows of the largest consumers, the largest first. Two rows change places only when the lower one uses clearly
 *  more, so that rows do not jump with every reading. */
export class ConsumerRanking {
  #ids = [];

  rowsOf({ consumers, house, isLeast }) {
    this.#assign(consumers);
    const shown = this.#ids.map((id) => consumers.find(({ device }) => device === id)).map(row);
    const others = consumers.filter(({ device }) => !this.#ids.includes(device));
    const known = shown.reduce((sum, { watts, status }) => sum + (status === "live" ? watts ?? 0 : 0), 0);
    const counted = others.reduce((sum, { watts, status }) => sum + (status === "live" ? watts ?? 0 : 0), 0);
    const watts = isLeast || house === null ? counted : Math.max(house - known, 0);
    if (!others.length && isLeast) return shown;
    const silent = others.filter(({ status }) => status !== "live").length;
    const note = silent ? t("energy.silent", { count: silent }) : "";
    return [...shown, {
      name: "rest", title: t("energy.rest"), watts, direction: directionOf(watts), status: "live", note,
      value: quantity(watts, "W"),
    }];
  }

  #assign(consumers) {
    const watts = new Map(consumers.map((one) => [one.device, one.watts ?? 0]));
    this.#ids = this.#ids.filter((id) => watts.has(id));
    const waiting = () => consumers.filter(({ device }) => !this.#ids.includes(device));
    this.#ids.push(...waiting().slice(0, shownConsumers - this.#ids.length).map(({ device }) => device));
    for (const { device } of waiting().slice(0, shownConsumers)) {
      const least = this.#ids.reduce((a, b) => (watts.get(b) < watts.get(a) ? b : a));
      if (watts.get(device) > watts.get(least) * 1.5 + 10) this.#ids[this.#ids.indexOf(least)] = device;
    }
    this.#sort(watts);
  }

  #sort(watts) {
    const isClearlyMore = (lower, upper) => watts.get(lower) > watts.get(upper) * 1.25 + 5;
    for (let end = 1; end < this.#ids.length; end += 1) {
      for (let at = end; at > 0 && isClearlyMore(this.#ids[at], this.#ids[at - 1]); at -= 1) {
        [this.#ids[at - 1], this.#ids[at]] = [this.#ids[at], this.#ids[at - 1]];
      }
    }
  }
}

function row(consumer) {
  return {
    name: `device:${consumer.device}`, title: consumer.name, device: consumer.device, watts: consumer.watts,
    direction: directionOf(consumer.watts), status: consumer.status, value: valueOf(consumer),
    note: consumer.status === "live" ? "" : noteOf(consumer, ""),
  };
}

function valueOf({ watts, status }) {
  if (watts === null) return [status === "offline" ? t("status.offline") : "–", ""];
  return quantity(Math.abs(watts), "W");
}

function noteOf({ status, since }, activity) {
  if (status === "offline") return since ? t("energy.seen", { ago: ago(since) }) : "";
  if (status === "never") return t("status.never");
  return status === "stale" ? ago(since) : activity;
}

/** A source or consumer as a sentence: "Battery: 691 W, 21 % · charging". */
export function sentence({ title, value, note }) {
  return `${title}: ${[withUnit(value), note].filter(Boolean).join(", ")}`;
}
