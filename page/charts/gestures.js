// Gestures on a chart: dragging, pinching, the wheel and keys change the visible time.

const dragPixels = 3;
const scrollMilliseconds = 400;
const stepShare = 0.15;
export const zoomStep = 0.6;

/** Listens for gestures on `element`. `area()` returns the part of it that shows time, `{ left, width }` in pixels.
 *  Calls `zoom(factor, share)`, `pan(share)`, `reset()`, and `point(share)`, with null when the pointer is on no
 *  moment; a share is a part of the width. Returns a function that removes the listener of the window. */
export function gestures(element, { area, zoom, pan, reset, point }) {
  const pointers = new Map();
  let scrolledAt = -Infinity;
  let isDragging = false;

  const shareAt = (x) => {
    const { left, width } = area();
    return (x - element.getBoundingClientRect().left - left) / width;
  };
  const inside = (share) => Math.min(Math.max(share, 0), 1);

  function down(event) {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event.clientX);
    isDragging = false;
    if (event.pointerType !== "mouse") point(inside(shareAt(event.clientX)));
  }

  function move(event) {
    if (!pointers.has(event.pointerId)) return event.pointerType === "mouse" ? hover(event) : undefined;
    const before = [...pointers.values()];
    const was = pointers.get(event.pointerId);
    if (!isDragging && Math.abs(event.clientX - was) < dragPixels) return undefined;
    if (!isDragging) {
      element.setPointerCapture(event.pointerId);
      point(null);
    }
    isDragging = true;
    pointers.set(event.pointerId, event.clientX);
    return before.length > 1 ? pinch(before, [...pointers.values()]) : pan((was - event.clientX) / area().width);
  }

  function pinch(before, now) {
    const [gap, wide] = [Math.abs(before[0] - before[1]), Math.abs(now[0] - now[1])];
    const middle = (now[0] + now[1]) / 2;
    pan(((before[0] + before[1]) / 2 - middle) / area().width);
    if (gap > 10 && wide > 10) zoom(gap / wide, inside(shareAt(middle)));
  }

  function hover(event) {
    const share = shareAt(event.clientX);
    point(share >= 0 && share <= 1 ? share : null);
  }

  const up = (event) => pointers.delete(event.pointerId);

  /** Zooms or pans, except during a scroll of the page, which continues over the chart. */
  function wheel(event) {
    if (performance.now() - scrolledAt < scrollMilliseconds && !event.ctrlKey) return;
    event.preventDefault();
    const size = event.deltaMode ? 16 : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      return pan((event.deltaX || event.deltaY) * size / area().width);
    }
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * size * 0.0025))), inside(shareAt(event.clientX)));
  }

  const keys = {
    ArrowLeft: () => pan(-stepShare), ArrowRight: () => pan(stepShare),
    "+": () => zoom(zoomStep, 0.5), "=": () => zoom(zoomStep, 0.5), "-": () => zoom(1 / zoomStep, 0.5),
    "0": reset, Home: reset,
  };

  function keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  const listeners = {
    pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, keydown: keyDown, wheel,
    pointerleave: (event) => { if (event.pointerType === "mouse") point(null); },
  };
  for (const [name, act] of Object.entries(listeners)) element.addEventListener(name, act, { passive: false });
  const scrolled = () => { scrolledAt = performance.now(); };
  window.addEventListener("scroll", scrolled, { passive: true });
  return () => window.removeEventListener("scroll", scrolled);
}
