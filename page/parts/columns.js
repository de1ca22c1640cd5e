// Cards in columns of equal width, in their order: down the first column, then down the second. The columns end at
// about the same height.

import { el } from "../core/dom.js";

const minimumWidth = 360;
const maximumCount = 4;
const gap = 16;

export class Columns {
  #cards;
  #weigh;
  #count = 0;
  #observer = new ResizeObserver(() => this.#arrange());

  /** `weigh(index)` is the estimated height of a card; it must not depend on values. */
  constructor(cards, weigh) {
    this.#cards = cards;
    this.#weigh = weigh;
    this.element = el("div.columns");
    this.#place(1);
    this.#observer.observe(this.element);
  }

  close() { this.#observer.disconnect(); }

  #arrange() {
    const fitting = Math.floor((this.element.clientWidth + gap) / (minimumWidth + gap));
    this.#place(Math.max(Math.min(fitting, maximumCount, this.#cards.length), 1));
  }

  /** Moves the cards only when the number of columns changes, so that the focus is not lost. */
  #place(count) {
    if (count === this.#count) return;
    this.#count = count;
    const weights = this.#cards.map((_, index) => this.#weigh(index));
    const runs = balancedRuns(weights, count);
    const focused = document.activeElement;
    this.element.replaceChildren(...runs.map(([from, to]) => el("div.column", {}, this.#cards.slice(from, to))));
    if (this.element.contains(focused)) focused.focus({ preventScroll: true });
  }
}

/** Splits a list into at most `count` runs, so that the heaviest one is as light as possible: `[from, to]` pairs. */
function balancedRuns(weights, count) {
  let limit = Math.max(...weights, 0);
  for (;;) {
    const runs = runsWithin(weights, limit);
    if (runs.length <= count) return runs;
    limit += 8;
  }
}

/** Fills one run after the other as long as its weight is within the limit. */
function runsWithin(weights, limit) {
  const runs = [];
  let [from, sum] = [0, 0];
  weights.forEach((weight, index) => {
    if (index > from && sum + weight > limit) {
      runs.push([from, index]);
      [from, sum] = [index, 0];
    }
    sum += weight;
  });
  return [...runs, [from, weights.length]];
}
