// States over time: labelled intervals side by side above a time axis.

import { el } from "../core/dom.js";
import { capitalised, t } from "../core/text.js";
import { mergeNarrow, stateShares, stateIntervals, toneOf } from "./state-intervals.js";
import { length } from "./span.js";
import { timeTicks } from "./time-ticks.js";
import { shareText, stateText } from "./chart-text.js";

/** More than most letters need. */
const pixelsOfLetter = 8;
const momentShare = 0.004;

/** A renderer for states; it has the methods of `Plot`. */
export class Timeline {
  #track = el("div.track");
  #axis = el("div.track-axis");
  #legend = el("ul.legend");
  element = el("div.timeline", { "aria-hidden": "true" }, this.#track, this.#axis, this.#legend);

  area() { return { left: 0, width: Math.max(this.element.clientWidth, 1) }; }

  close() {}
  repaint() {}

  draw({ series, span, capability }) {
    const { width } = this.area();
    const areMoments = series.seriesKind === "moments";
    const pieces = areMoments ? moments(series.rows, span)
      : mergeNarrow(stateIntervals(series.rows, span), span, width);
    this.#track.replaceChildren(...pieces.map((piece) => this.#piece(piece, span, capability, width)));
    this.#axis.replaceChildren(...timeTicks(span, width).flatMap(({ value, label }) => tickElements(label, {
      at: (value - span.from) / length(span), half: label.length * pixelsOfLetter / 2 / width,
    })));
    this.#legend.replaceChildren(...(areMoments ? [] : stateShares(series.rows, span).map((share) =>
      el("li", {}, tinted(el("span.stretch", { "data-tone": toneOf(capability, share.value) }), share.value),
        el("span", {}, capitalised(shareText(share, capability)))))));
  }

  #piece(piece, span, capability, width) {
    const share = (piece.end - piece.start) / length(span);
    const text = piece.isMixed ? t("chart.mixed") : stateText(capability, piece.value);
    const fits = share * width > text.length * pixelsOfLetter + 12;
    const tone = piece.isMixed ? "mixed" : toneOf(capability, piece.value);
    const element = el("div.stretch", { "data-tone": tone }, fits && el("span", {}, capitalised(text)));
    return setExtent(tinted(element, piece.value), (piece.start - span.from) / length(span), share);
  }
}

/** A line at the time, and the label below it, which is moved to be within the axis when it is at an end. */
function tickElements(label, { at, half }) {
  const middle = Math.min(Math.max(at, half), 1 - half);
  return [setExtent(el("span.track-tick"), at, 0), setExtent(el("span.track-time", {}, label), middle, 0)];
}

function setExtent(element, from, share) {
  element.style.setProperty("--from", from);
  element.style.setProperty("--share", share);
  return element;
}

/** Sets the hue of an element for a value that is a colour. */
function tinted(element, value) {
  if (typeof value === "object") element.style.setProperty("--hue", `hsl(${value.hue} ${value.saturation}% 60%)`);
  return element;
}

const moments = (rows, span) => rows.filter(({ start }) => start >= span.from)
  .map(({ start, value }) => ({ start, end: start + length(span) * momentShare, value }));

