// What the energy flow says: the power of now in words and numbers, for the drawing and for its table.

import { ago, quantity, quantityText } from "../../core/format.js";
import { t } from "../../core/text.js";

/** So many of those who use most are shown by name. */
const most = 5;
/** What is less is nothing: meters tremble. */
const trembleWatts = 2;

const directionOf = (watts) => (watts === null || Math.abs(watts) < trembleWatts ? 0 : Math.sign(watts));

/** `[{ name, title, icon, watts, direction, value, note, status, device }]`: those sources that have a meter. */
export function sourcesOf(power, charge) {
  return [["sun", power.production, "sun"], ["grid", power.grid, "grid"], ["battery", power.battery, "battery"]]
    .filter(([, source]) => source)
    .map(([name, source, icon]) => {
      const direction = directionOf(source.watts);
      const level = name === "battery" && charge ? quantityText(charge, "%") : null;
      const doing = t(`energy.${name}.${["gives", "rests", "takes"][1 - direction]}`);
      return {
        name, icon, title: t(`energy.${name}`), watts: source.watts, direction, status: source.status,
        value: valueOf(source), note: noteOf(source, [level, doing].filter(Boolean).join(" · ")),
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

/** Those who use most keep their places while one looks; a place goes to another only when it clearly uses more. */
export class Places {
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
    this.#ids.push(...waiting().slice(0, most - this.#ids.length).map(({ device }) => device));
    for (const { device } of waiting().slice(0, most)) {
      const least = this.#ids.reduce((a, b) => (watts.get(b) < watts.get(a) ? b : a));
      if (watts.get(device) > watts.get(least) * 1.5 + 10) this.#ids[this.#ids.indexOf(least)] = device;
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

function noteOf({ status, since }, doing) {
  if (status === "offline") return since ? t("energy.seen", { ago: ago(since) }) : "";
  if (status === "never") return t("status.never");
  return status === "stale" ? ago(since) : doing;
}

/** One of them as a sentence: "Battery: 691 W, 21 % · charging". */
export function sentence({ title, value, note }) {
  return `${title}: ${[value.filter(Boolean).join(" "), note].filter(Boolean).join(", ")}`;
}
