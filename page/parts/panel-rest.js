// A panel on a wall at rest: it is dark at night until a person touches it, and returns to its home view after a while
// without a touch.

import { now } from "../core/clock.js";
import { el } from "../core/dom.js";
import { when } from "../core/format.js";
import { currentRoute, go } from "../core/router.js";
import { t } from "../core/text.js";
import { survey } from "../home/survey.js";
import { closeDialogs } from "./dialog.js";

const checkMilliseconds = 5000;
const awakeMilliseconds = 60_000;
const leaveMilliseconds = 3 * 60_000;
const [nightBegins, nightEnds] = [22, 6];

/** Whether it is night at a time in the time zone of the home. */
export function isNight(time, timeZone) {
  const hour = Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone }).format(new Date(time)));
  return hour >= nightBegins || hour < nightEnds;
}

export class PanelRest {
  #store;
  #touchedAt = -Infinity;
  #openedAt = performance.now();
  #time = el("span.panel-time.numerals", { "aria-hidden": "true" });
  /** It covers the page, so that the first touch only wakes the panel. */
  #cover = el("button.panel-night", { type: "button", hidden: true, "aria-label": t("wall.wake"), on: { click: () => this.#wake() } },
    this.#time);
  #timer = setInterval(() => this.#check(), checkMilliseconds);
  #stop;

  constructor({ store }) {
    this.#store = store;
    this.#stop = store.on(["home", "connection"], () => this.#check());
    document.body.append(this.#cover);
    document.addEventListener("pointerdown", this.#touched, { capture: true });
    document.addEventListener("keydown", this.#pressed, { capture: true });
    this.#check();
  }

  close() {
    clearInterval(this.#timer);
    this.#stop();
    this.#cover.remove();
    document.removeEventListener("pointerdown", this.#touched, { capture: true });
    document.removeEventListener("keydown", this.#pressed, { capture: true });
  }

  #touched = () => { if (this.#cover.hidden) this.#touchedAt = performance.now(); };

  #pressed = (event) => {
    if (this.#cover.hidden) return this.#touched();
    event.preventDefault();
    event.stopPropagation();
    this.#wake();
  };

  #wake() {
    this.#touchedAt = performance.now();
    this.#cover.hidden = true;
  }

  #check() {
    const idle = performance.now() - Math.max(this.#touchedAt, this.#openedAt);
    if (idle > leaveMilliseconds && currentRoute().name !== "home") {
      closeDialogs();
      go("home");
    }
    const { home } = this.#store;
    const isAsleep = performance.now() - this.#touchedAt > awakeMilliseconds;
    // An alarm is shown at night too.
    const isDark = isAsleep && home && isNight(now(), home.timeZone) && !survey(this.#store).dangers.length;
    this.#cover.hidden = !isDark;
    if (isDark) this.#time.textContent = when(now(), { timeStyle: "short", timeZone: home.timeZone });
  }
}
