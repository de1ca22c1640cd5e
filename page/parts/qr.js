// A QR code as SVG, from rows of 0 and 1: dark on light in both colour schemes, with the margin that cameras need.

import { shape } from "../core/dom.js";

const margin = 4;

export function qr(rows, label) {
  const size = rows.length + 2 * margin;
  return shape("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    shape("path", { d: rows.map(pathOf).join(""), "shape-rendering": "crispEdges" }));
}

/** The path of a row: a rectangle for each run of dark modules. */
function pathOf(row, index) {
  return Array.from(row.matchAll(/1+/g), ({ 0: { length }, index: start }) =>
    `M${start + margin} ${index + margin}h${length}v1h-${length}z`).join("");
}
