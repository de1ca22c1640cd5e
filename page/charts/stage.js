// Where a chart is drawn, by the library or as a timeline, with the line of a pointer and a notice over it.

import { el, set } from "../core/dom.js";
import { t } from "../core/text.js";
import { onScheme } from "./colour-scheme.js";
import { gestures } from "./gestures.js";
import { Plot } from "./plot.js";
import { Timeline } from "./timeline.js";

const fewestPixels = 200;

export class Stage {
  #painter = null;
  #isTimeline = null;
  #surface = el("div.stage", {
    tabindex: 0, role: "application", "aria-roledescription": t("chart.role"), "aria-describedby": "chart-help",
  });
  #cursor = el("div.chart-cursor", { hidden: true });
  #notice = el("div.chart-notice", { hidden: true });
  #stops;
  element = el("div.chart-frame", {},
    el("p.visually-hidden", { id: "chart-help" }, t("chart.help")), this.#surface, this.#notice);

  /** `on`: what `gestures` tells, and `size()`. */
  constructor({ size, ...on }) {
    const sizes = new ResizeObserver(size);
    sizes.observe(this.#surface);
    this.#stops = [
      () => sizes.disconnect(), onScheme(() => this.#painter?.repaint()),
      gestures(this.#surface, { area: () => this.#area, ...on }),
    ];
  }

  close() {
    this.#stops.forEach((stop) => stop());
    this.#painter?.close();
  }

  get pixels() { return Math.max(this.#painter?.area().width ?? 0, fewestPixels); }

  get #area() { return this.#painter?.area() ?? { left: 0, width: this.#surface.clientWidth }; }

  /** Gets ready for lines or for a timeline; false where the library for lines is not installed. */
  async prepare(isTimeline) {
    if (this.#painter instanceof (isTimeline ? Timeline : Plot)) return true;
    this.#isTimeline = isTimeline;
    const painter = isTimeline ? new Timeline() : await Plot.make().catch(() => null);
    // Someone may have chosen something else while the library came.
    if (this.#isTimeline !== isTimeline) return true;
    this.#painter?.close();
    this.#painter = painter;
    this.#surface.replaceChildren(...[painter?.element, this.#cursor].filter(Boolean));
    return painter !== null;
  }

  draw(model) { this.#painter?.draw(model); }

  hide(isHidden) { this.#surface.hidden = isHidden; }

  describe(words) { set(this.#surface, { "aria-label": words }); }

  /** The line of a pointer, at a share of the width; null for none. */
  point(share) {
    this.#cursor.hidden = share === null;
    if (share === null) return;
    const { left, width } = this.#area;
    this.#cursor.style.setProperty("--x", `${left + share * width}px`);
  }

  /** Says `notice` over the chart; null for nothing. */
  say(notice) {
    this.#notice.hidden = !notice;
    if (notice && notice.parentNode !== this.#notice) this.#notice.replaceChildren(notice);
  }
}
