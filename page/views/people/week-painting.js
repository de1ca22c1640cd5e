// Painting a week: by dragging over its hours, or with arrows, Space and Shift.

/** Pointer and keys: a rectangle of days and hours becomes what its first cell was not. */
export function painting(grid, { cell, days, isFull, preview, revert, commit }) {
  let start = null;
  let area = null;

  const placeOf = (element) => element && { day: Number(element.dataset.day), hour: Number(element.dataset.hour) };
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
    const place = placeOf(event.target.closest(".week-cell"));
    if (!place || event.button) return;
    start = { ...place, value: isFull(place.day, place.hour) ? 0 : 1 };
    area = between(start, start);
    grid.setPointerCapture(event.pointerId);
    focus(place);
    preview(area);
    event.preventDefault();
  });
  grid.addEventListener("pointermove", (event) => {
    if (!start) return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".week-cell"));
    if (!place) return;
    area = between(start, place);
    preview(area);
  });
  grid.addEventListener("pointerup", () => { if (start) commit(area); start = null; });
  grid.addEventListener("pointercancel", () => { if (start) revert(); start = null; });

  grid.addEventListener("keydown", (event) => {
    const place = placeOf(event.target.closest(".week-cell"));
    if (!place) return;
    const value = isFull(place.day, place.hour) ? 1 : 0;
    if (event.key === " " || event.key === "Enter") commit(between({ ...place, value: 1 - value }, place));
    else {
      const next = moved(place, event.key, days);
      if (!next) return;
      focus(next);
      // With Shift the hours that one passes become like the one that one comes from.
      if (event.shiftKey) commit(between({ ...place, value }, next));
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
