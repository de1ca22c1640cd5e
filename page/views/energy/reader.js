// Reads the energy of the home and keeps the answers: they are shown at once when the same period is opened again, and
// when the gateway cannot be reached. Days that are over are read once.

import { flowsOf } from "../../home/balance.js";
import { hourOf, span } from "../../home/calendar.js";

const mostAnswers = 30;
const mostDays = 150;

const range = (from, to) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

export class EnergyReader {
  #client;
  #zone;
  #answers = new Map();
  #days = new Map();
  #others = new Map();
  #tariffs;

  constructor(client, zone) {
    this.#client = client;
    this.#zone = zone;
  }

  /** The last answer for a period and a stacking; undefined when there is none. */
  known(wanted) { return this.#answers.get(keyOf(wanted)); }

  /** Reads `{ devices, rooms, time, split, tariffs, at }`; the stack `source` needs no `split`, and `tariffs` is null
   *  when it cannot be read. */
  async read(wanted) {
    // The prices come first: they decide whether the costs of past days are still right.
    const tariffs = await this.tariffs().catch(() => null);
    const { period, from, to, stack } = wanted;
    const by = period === "day" ? "hour" : "day";
    const ask = (more) => this.#energy({ ...range(from, to), ...more });
    const [devices, rooms, time, split] = await Promise.all([
      ask({ by: "device" }), ask({ by: "room" }), ask({ by }), stack === "source" ? null : ask({ by, split: stack }),
    ]);
    const answer = { devices, rooms, time, split, tariffs, at: Date.now() };
    keep(this.#answers, keyOf(wanted), answer, mostAnswers);
    if (period === "day" && to <= Date.now()) keep(this.#days, wanted.first, hoursOf(time.rows, this.#zone), mostDays);
    return answer;
  }

  /** The hours of a day that is over: `[{ hour, flows, cost }]`. */
  day(date) {
    const { from, to } = span("day", date, this.#zone);
    return this.#once(this.#days, date, mostDays, async () =>
      hoursOf((await this.#energy({ ...range(from, to), by: "hour" })).rows, this.#zone));
  }

  /** The rows of the days from `first` to `next`, which are over. */
  days(first, next) {
    const [{ from }, { from: to }] = [first, next].map((date) => span("day", date, this.#zone));
    return this.#once(this.#others, `days ${first} ${next}`, mostAnswers, async () =>
      (await this.#energy({ ...range(from, to), by: "day" })).rows);
  }

  /** The devices of one hour, `{ rows, totals, cost, revenue }`. The hour that contains the present is read each
   *  time. */
  hour({ from, to }) {
    const ask = () => this.#energy({ ...range(from, to), by: "device" });
    return to > Date.now() ? ask() : this.#once(this.#others, `hour ${from}`, mostAnswers, ask);
  }

  /** The mean temperature of each hour of a day by its start, measured by a sensor of the home; empty without one. */
  async temperatures({ from, to }, sensor) {
    if (!sensor) return new Map();
    const query = new URLSearchParams(
      { ...range(from, to), part: sensor.part, quantity: sensor.capability.name, resolution: "hour" });
    const ask = async () => {
      const { rollUps } = await this.#client.request("GET", `/devices/${sensor.device}/readings?${query}`);
      return new Map(rollUps.map(({ start, mean }) => [Date.parse(start), mean]));
    };
    return to > Date.now() ? ask() : this.#once(this.#others, `temperature ${query}`, mostAnswers, ask);
  }

  /** The versions of the price by date. Another person may have changed them: then the answers are forgotten. */
  async tariffs() {
    const { tariffs } = await this.#client.request("GET", "/energy/tariffs");
    const text = JSON.stringify(tariffs);
    if (this.#tariffs !== undefined && this.#tariffs !== text) this.forget();
    this.#tariffs = text;
    return tariffs;
  }

  /** Forgets all answers, because the price has changed. */
  forget() { for (const map of [this.#answers, this.#days, this.#others]) map.clear(); }

  #energy(query) { return this.#client.request("GET", `/energy?${new URLSearchParams(query)}`); }

  /** Reads something that does not change: once, unless the read fails. */
  async #once(map, key, most, read) {
    if (map.has(key)) return map.get(key);
    const reading = read();
    keep(map, key, reading, most);
    reading.catch(() => { if (map.get(key) === reading) map.delete(key); });
    return reading;
  }
}

const keyOf = ({ period, first, stack }) => [period, first, stack].join();

/** Keeps the newest values of a map. */
function keep(map, key, value, most) {
  map.delete(key);
  map.set(key, value);
  while (map.size > most) map.delete(map.keys().next().value);
}

/** The rows of the hours of a day as `[{ hour, flows, cost }]`. */
export const hoursOf = (rows, zone) => rows.map(({ start, amounts, cost }) =>
  ({ hour: hourOf(Date.parse(start), zone), flows: flowsOf(amounts), cost }));
