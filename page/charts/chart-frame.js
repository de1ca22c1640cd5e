// The frame of a chart: contains a plot or a timeline, the cursor line of the pointer, and a notice above it.

import { el, set } from "../core/dom.js";
import { t } from "../core/text.js";
import { onColourSchemeChange } from "./colour-scheme.js";
import { gestures } from "./gestures.js";
import { Plot } from "./plot.js";
import { Timeline } from "./timeline.js";

const fewestPixels = 200;

export class ChartFrame {
  #renderer = null;
  #isTimeline = null;
  #surface = el("div.stage", {
    tabindex: 0, role: "application", "aria-roledescription": t("chart.role"), "aria-describedby": "chart-help",
  });
  #cursor = el("div.chart-cursor", { hidden: true });
  #notice = el("div.chart-notice", { hidden: true });
  #stops;
  element = el("div.chart-frame", {},
    el("p.visually-hidden", { id: "chart-help" }, t("chart.help")), this.#surface, this.#notice);

  /** `on` are the callbacks of `gestures`; `size()` is called when the size has changed. */
  constructor({ size, ...on }) {
    const sizes = new ResizeObserver(size);
    sizes.observe(this.#surface);
    this.#stops = [
      () => sizes.disconnect(), onColourSchemeChange(() => this.#renderer?.repaint()),
      gestures(this.#surface, { area: () => this.#area, ...on }),
    ];
  }

  close() {
    this.#stops.forEach((stop) => stop());
    this.#renderer?.close();
  }

  get pixels() { return Math.max(this.#renderer?.area().width ?? 0, fewestPixels); }

  get #area() { return this.#renderer?.area() ?? { left: 0, width: this.#surface.clientWidth }; }

  /** Prepares a timeline or a plot. False when the library for the plot is not installed. */
  async prepare(isTimeline) {
    if (this.#renderer instanceof (isTimeline ? Timeline : Plot)) return true;
    this.#isTimeline = isTimeline;
    const renderer = isTimeline ? new Timeline() : await Plot.make().catch(() => null);
    // Another kind of chart may have been chosen while the library was loading.
    if (this.#isTimeline !== isTimeline) return true;
    this.#renderer?.close();
    this.#renderer = renderer;
    this.#surface.replaceChildren(...[renderer?.element, this.#cursor].filter(Boolean));
    return renderer !== null;
  }

  draw(model) { this.#renderer?.draw(model); }

  hide(isHidden) { this.#surface.hidden = isHidden; }

  describe(words) { set(this.#surface, { "aria-label": words }); }

  /** Shows the cursor line at a share of the width; null hides it. */
  point(share) {
    this.#cursor.hidden = share === null;
    if (share === null) return;
    const { left, width } = this.#area;
    this.#cursor.style.setProperty("--x", `${left + share * width}px`);
  }

  /** Shows the element `notice` over the chart; null hides it. */
  showNotice(notice) {
    this.#notice.hidden = !notice;
    if (notice && notice.parentNode !== this.#notice) this.#notice.replaceChildren(notice);
  }
}
