// Paints hours of a week grid by dragging, or with the arrow keys, Space and Shift.

/** Listens for pointer and keys. A painted rectangle of days and hours gets the opposite of the state of its first
 *  cell. */
export function enablePainting(grid, { cell, days, isFull, preview, revert, commit }) {
  let start = null;
  let area = null;

  const positionOf = (element) => element && { day: Number(element.dataset.day), hour: Number(element.dataset.hour) };
  const between = (a, b) => {
    const [first, last] = [days.indexOf(a.day), days.indexOf(b.day)].sort((x, y) => x - y);
    return {
      days: days.slice(first, last + 1), from: Math.min(a.hour, b.hour), to: Math.max(a.hour, b.hour), value: a.value,
    };
  };

  function focus({ day, hour }) {
    grid.querySelector("[tabindex='0']").tabIndex = -1;
    const element = cell(day, hour);
    element.tabIndex = 0;
    element.focus({ preventScroll: true });
  }

  grid.addEventListener("pointerdown", (event) => {
    const position = positionOf(event.target.closest(".week-cell"));
    if (!position || event.button) return;
    start = { ...position, value: isFull(position.day, position.hour) ? 0 : 1 };
    area = between(start, start);
    grid.setPointerCapture(event.pointerId);
    focus(position);
    preview(area);
    event.preventDefault();
  });
  grid.addEventListener("pointermove", (event) => {
    if (!start) return;
    const position = positionOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".week-cell"));
    if (!position) return;
    area = between(start, position);
    preview(area);
  });
  grid.addEventListener("pointerup", () => { if (start) commit(area); start = null; });
  grid.addEventListener("pointercancel", () => { if (start) revert(); start = null; });

  grid.addEventListener("keydown", (event) => {
    const position = positionOf(event.target.closest(".week-cell"));
    if (!position) return;
    const value = isFull(position.day, position.hour) ? 1 : 0;
    if (event.key === " " || event.key === "Enter") commit(between({ ...position, value: 1 - value }, position));
    else {
      const next = moved(position, event.key, days);
      if (!next) return;
      focus(next);
      // With Shift, the cells that the focus passes get the state of the cell that it leaves.
      if (event.shiftKey) commit(between({ ...position, value }, next));
    }
    event.preventDefault();
  });
}

function moved({ day, hour }, key, days) {
  const row = days.indexOf(day);
  switch (key) {
  case "ArrowLeft": return { day, hour: Math.max(hour - 1, 0) };
  case "ArrowRight": return { day, hour: Math.min(hour + 1, 23) };
  case "ArrowUp": return { day: days[Math.max(row - 1, 0)], hour };
  case "ArrowDown": return { day: days[Math.min(row + 1, 6)], hour };
  case "Home": return { day, hour: 0 };
  case "End": return { day, hour: 23 };
  }
  return null;
}
