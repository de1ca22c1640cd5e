// The layout of the energy flow in pixels: sources, the house, and the largest consumers.

const gap = 8;
const rowPixels = 44;
const wide = { source: { width: 176, height: 88 }, house: { width: 184, height: 124 }, gap: 20, thickest: 56 };
const narrow = { source: { most: 240, height: 88 }, house: { height: 96 }, gap: 52, thickest: 40 };

/** `{ isWide, height, thickest, boxes: { [source]: box, house: box }, rows: [box] }`. */
export function layout(width, sources, rowCount) {
  return width >= 840 ? across(width, sources, rowCount) : down(width, sources, rowCount);
}

/** The wide layout: sources on the left, the house in the middle, consumers on the right. */
function across(width, sources, rowCount) {
  const { source, house } = wide;
  const column = sources.length * (source.height + wide.gap) - wide.gap;
  const height = Math.max(column, house.height, rowCount * rowPixels);
  const boxes = {};
  sources.forEach((name, index) => {
    boxes[name] = { x: 1, y: (height - column) / 2 + index * (source.height + wide.gap), ...source };
  });
  boxes.house = { x: sources.length ? width * 0.44 - house.width / 2 : 1, y: (height - house.height) / 2, ...house };
  const left = Math.max(boxes.house.x + house.width + 72, width * 0.66);
  const top = (height - rowCount * rowPixels) / 2;
  return { isWide: true, height, thickest: wide.thickest, boxes, rows: rowBoxes(rowCount, left, top, width - left) };
}

/** The narrow layout: sources at the top, the house below them, consumers at the bottom. */
function down(width, sources, rowCount) {
  const { house, source } = narrow;
  const own = Math.min((width - gap * (sources.length - 1)) / sources.length, source.most);
  const start = (width - sources.length * own - (sources.length - 1) * gap) / 2;
  const boxes = {};
  sources.forEach((name, index) => {
    boxes[name] = { x: start + index * (own + gap) + 1, y: 1, width: own - 2, height: source.height };
  });
  const y = sources.length ? source.height + narrow.gap : 1;
  boxes.house = { x: 1, y, width: width - 2, ...house };
  const left = 28 + narrow.thickest;
  const top = y + house.height + 16;
  const rows = rowBoxes(rowCount, left, top, width - left);
  return { isWide: false, height: top + rowCount * rowPixels, thickest: narrow.thickest, boxes, rows };
}

const rowBoxes = (count, x, top, width) =>
  Array.from({ length: count }, (_, index) => ({ x, y: top + index * rowPixels, width, height: rowPixels }));

const middle = ({ y, height }) => y + height / 2;
const center = ({ x, width }) => x + width / 2;

/** The ends of the band of each source, `{ x, y }` at the source and at the house. At the house the bands lie side by
 *  side by their `widths`; in the narrow layout each lies straight below its source. */
export function sourceBands({ isWide, boxes }, names, widths) {
  const total = widths.reduce((all, width) => all + width, 0);
  const { house } = boxes;
  let along = middle(house) - total / 2 - (names.length - 1) * gap / 2;
  return names.map((name, index) => {
    const at = along + widths[index] / 2;
    along += widths[index] + gap;
    const box = boxes[name];
    return isWide
      ? { source: { x: box.x + box.width, y: middle(box) }, house: { x: house.x, y: at } }
      : { source: { x: center(box), y: box.y + box.height }, house: { x: center(box), y: house.y } };
  });
}

/** The ends of the band of each consumer at the house and at its row; in the narrow layout the first row has the
 *  outermost band. */
export function rowBands({ isWide, boxes: { house }, rows }, widths) {
  const total = widths.reduce((all, width) => all + width, 0);
  let along = isWide ? middle(house) - total / 2 : house.x + 16 + total;
  return rows.map((row, index) => {
    const at = isWide ? along + widths[index] / 2 : along - widths[index] / 2;
    along += isWide ? widths[index] : -widths[index];
    const house_ = isWide ? { x: house.x + house.width, y: at } : { x: at, y: house.y + house.height };
    return { house: house_, row: { x: row.x, y: middle(row) } };
  });
}

/** The path of a curve from one point to another; `curveStyle` is `across`, `down` or `corner`. */
export function curve(from, to, curveStyle) {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const bend = {
    across: `${x} ${from.y} ${x} ${to.y}`, down: `${from.x} ${y} ${to.x} ${y}`,
    corner: `${from.x} ${to.y} ${from.x} ${to.y}`,
  };
  return `M${from.x} ${from.y}C${bend[curveStyle]} ${to.x} ${to.y}`;
}

/** The points of the arrow head of a band with a width, its tip at `tip`. */
export function head(tip, direction, width) {
  const half = Math.max(width / 2 + 4, 6);
  const long = headPixels(width);
  const { x, y } = tip;
  const base = {
    right: [[x - long, y - half], [x - long, y + half]], left: [[x + long, y - half], [x + long, y + half]],
    down: [[x - half, y - long], [x + half, y - long]], up: [[x - half, y + long], [x + half, y + long]],
  };
  return [[x, y], ...base[direction]].map((point) => point.join()).join(" ");
}

const headPixels = (width) => Math.max(width * 0.35 + 3, 9);

/** The point where a band ends and its arrow head with the tip `tip` begins. */
export function neck({ x, y }, direction, width) {
  const long = headPixels(width);
  const [across, along] = { right: [-1, 0], left: [1, 0], down: [0, -1], up: [0, 1] }[direction];
  return { x: x + across * long, y: y + along * long };
}
