// The side of a panel on a wall: time, date, temperature outside, alarms, what needs attention, doors and windows, and
// the power of the house.

import { el, icon, toggle, write } from "../../core/dom.js";
import { now } from "../../core/clock.js";
import { quantity, quantityText, readingText, when } from "../../core/format.js";
import { capitalised, t } from "../../core/text.js";
import { outdoorTemperature } from "../../home/outdoor.js";
import { housePower } from "../../home/power.js";
import { summary } from "../../home/summary.js";
import { reconcileList } from "../../parts/reconcile-list.js";
import { openingList } from "./opening-list.js";

const refreshMilliseconds = 500;
const clockMilliseconds = 5000;
const mostNotes = 3;
/** Facts that have their own place on the panel. */
const apart = ["open", "unlocked", "notKnown"];

export class WallSide {
  #store;
  #time = el("p.wall-time.numerals");
  #date = el("p.wall-date");
  #outdoor = el("p.wall-outdoor.numerals");
  #notes = el("ul.wall-notes");
  #doors = el("ul.wall-doors");
  #doorSection = section("wall-doors", t("wall.doors"), this.#doors);
  #watts = el("span.numerals");
  #unit = el("span.unit");
  #flows = el("p.muted.numerals");
  #power = section("wall-power", t("wall.power"), el("p.wall-watts", {}, this.#watts, this.#unit), this.#flows);
  #showNotes = reconcileList(this.#notes, note);
  #showDoors = reconcileList(this.#doors, doorRow, { key: ({ key }) => key });
  #showAlarms;
  #planned = null;
  #timer;
  #stop;
  alarms = el("div.wall-alarms", { role: "alert" });

  constructor({ store }) {
    this.#store = store;
    this.#showAlarms = reconcileList(this.alarms, alarm);
    this.element = el("aside.wall-side", { "aria-label": t("wall.side") },
      el("div.wall-clock", {}, this.#time, this.#date, this.#outdoor), this.#notes, this.#doorSection, this.#power);
    this.#timer = setInterval(() => this.#showTime(), clockMilliseconds);
    this.#stop = store.on("any", () => { this.#planned ??= setTimeout(() => this.#show(), refreshMilliseconds); });
    this.#show();
  }

  close() {
    this.#stop();
    clearInterval(this.#timer);
    clearTimeout(this.#planned);
  }

  #show() {
    this.#planned = null;
    toggle(this.element, "is-old", !this.#store.isCurrent);
    this.#showTime();
    this.#showFacts();
    const openings = openingList(this.#store.devices.values());
    this.#doorSection.hidden = !openings.length;
    this.#showDoors(openings);
    this.#showPower();
  }

  #showTime() {
    const timeZone = this.#store.home?.timeZone;
    write(this.#time, when(now(), { timeStyle: "short", timeZone }));
    write(this.#date, capitalised(when(now(), { weekday: "long", day: "numeric", month: "long", timeZone })));
    const outdoor = outdoorTemperature(this.#store.devices.values());
    write(this.#outdoor, outdoor ? t("summary.outdoor", { temperature: readingText(outdoor, outdoor.state.value) }) : "");
  }

  #showFacts() {
    const { facts } = summary(this.#store);
    this.#showAlarms(facts.filter(({ tone }) => tone === "danger"));
    const notes = facts.filter(({ id, tone }) => (tone === "warn" && !apart.includes(id)) || id === "quiet");
    this.#showNotes(notes.slice(0, mostNotes).map(({ id, tone, text }) => ({ id, tone, text })));
  }

  #showPower() {
    const power = housePower(this.#store.devices.values());
    this.#power.hidden = power?.house === null || power?.house === undefined;
    if (this.#power.hidden) return;
    const [watts, unit] = quantity(Math.round(power.house), "W");
    write(this.#watts, watts);
    write(this.#unit, unit);
    write(this.#flows, flowTexts(power).join(" · "));
  }
}

const section = (id, title, ...content) => el(`section.${id}`, { "aria-labelledby": id }, el("h2", { id }, title), content);

const alarm = ({ text }) => el("p.wall-alarm", {}, icon("warning"), el("span", {}, text));

const note = ({ tone, text }) => el("li.wall-note", { "data-tone": tone }, icon(tone === "ok" ? "check" : "warning"), text);

function doorRow({ name, text, isShut, isKnown }) {
  const element = el("li.wall-door", {}, el("span.wall-door-name", {}, name), el("span", {}, capitalised(text)));
  toggle(element, "is-open", isKnown && !isShut);
  return element;
}

/** "Importing 540 W from the grid", as far as there is a meter that reports. */
function flowTexts({ production, grid, battery }) {
  const isKnown = (source) => source && source.watts !== null && Math.round(source.watts) !== 0;
  const amount = ({ watts }) => quantityText(Math.abs(Math.round(watts)), "W");
  const way = ({ watts }) => (watts > 0 ? "gives" : "takes");
  const flow = (name, source) => t(`wall.${name}.${way(source)}`, { power: amount(source) });
  return [
    isKnown(production) && `${t("energy.sun")} ${amount(production)}`, isKnown(grid) && flow("grid", grid),
    isKnown(battery) && flow("battery", battery),
  ].filter(Boolean);
}
