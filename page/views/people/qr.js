// A QR code from its rows of 0 and 1, dark on light in either scheme, with the quiet margin that cameras need.

import { shape } from "../../core/dom.js";

const quiet = 4;

export function qr(rows, label) {
  const size = rows.length + 2 * quiet;
  return shape("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    shape("path", { d: rows.map(pathOf).join(""), "shape-rendering": "crispEdges" }));
}

/** One bar for each run of dark modules. */
function pathOf(row, index) {
  return Array.from(row.matchAll(/1+/g), ({ 0: { length }, index: start }) =>
    `M${start + quiet} ${index + quiet}h${length}v1h-${length}z`).join("");
}
