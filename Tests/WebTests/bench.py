"""Measures the page in a real browser: time to the first live tile, frames with many tiles, time to draw a long chart.

  make bench-web
"""

import time

from house import new_house
from playwright.sync_api import expect, sync_playwright
from visitor import Visitor, open_browser, open_context, open_trusting_context

TILES, EVERY, SECONDS, TIMES = 250, "1250ms", 10, 5
HOUR, YEAR = 3_600_000, 365 * 24 * 3_600_000
# Stores when the first tile is live, in ms since the navigation began.
FIRST_TILE = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".tile[data-status=live]")) return;
  observer.disconnect();
  requestAnimationFrame(() => { globalThis.firstLiveTile = performance.now(); });
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-status"] });
"""
# Measures the time between frames, and how long each frame occupies the main thread. A message ends the measurement,
# so that the work after the callbacks of the frame is included.
FRAMES = """(milliseconds) => new Promise((resolve) => {
  const gaps = [], works = [];
  const { parse } = JSON;
  const end = performance.now() + milliseconds;
  let before, updates = 0, begun;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => works.push(performance.now() - begun);
  JSON.parse = (...given) => { updates += 1; return parse(...given); };
  requestAnimationFrame(function frame(now) {
    if (before !== undefined) gaps.push(now - before);
    before = now;
    begun = performance.now();
    channel.port2.postMessage(null);
    if (begun < end) return requestAnimationFrame(frame);
    JSON.parse = parse;
    resolve({ gaps, works, updates: updates * 1000 / milliseconds });
  });
})"""

DRAWN = """() => {
  globalThis.drawn = new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      const [mark] = list.getEntriesByName("chart-data");
      if (!mark) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - mark.startTime)));
    }).observe({ type: "mark" });
  });
}"""


def main():
    with sync_playwright() as playwright, open_browser(playwright) as chromium:
        first_tiles(playwright)
        smoothness(chromium)
        long_chart(chromium)


def say(what, value, bound=""):
    print(f"{what:<52} {value:>24}   {bound}", flush=True)


def share(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def first_tiles(playwright):
    with new_house() as house, house.serving(), house.devices("villa"):
        with open_trusting_context(playwright, house, house.folder / "person") as context:
            visitor = Visitor(context, house).comes_in(house.person("Olga", "owner"))
            visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            visitor.page.add_init_script(FIRST_TILE)
            times = [first_tile(visitor) for _ in range(TIMES)]
            say("villa: live tiles after navigation, warm cache", f"{share(times, 0.5):.0f} ms", "at most 1000 ms")
            network = context.new_cdp_session(visitor.page)
            times = [first_tile(visitor, network) for _ in range(TIMES)]
            say("villa: live tiles after navigation, cold cache", f"{share(times, 0.5):.0f} ms", "at most 1000 ms")


def first_tile(visitor, network=None):
    """The time in ms. With `network`, a DevTools session, the cached files of the page are deleted first."""
    visitor.page.goto("about:blank")
    if network:
        network.send("Network.clearBrowserCache")
        network.send("Storage.clearDataForOrigin", {
            "origin": visitor.house.origin, "storageTypes": "service_workers,cache_storage"})
    visitor.opens()
    visitor.page.wait_for_function("() => globalThis.firstLiveTile")
    return visitor.page.evaluate("globalThis.firstLiveTile")


def smoothness(chromium):
    with new_house() as house, house.serving(), open_context(chromium) as context:
        scenario = house.folder / "many.yaml"
        scenario.write_text(
            "name: Many\nseed: 1\nrooms: [{ name: Room, use: living, area: 900 }]\ndevices:\n"
            f"  - {{ id: probe, kind: thermometer, name: Probe, room: Room, every: {EVERY}, root: bridge, count: {TILES} }}\n")
        with house.devices(scenario):
            visitor = Visitor(context, house).comes_in(house.person("Olga", "owner"))
            expect(visitor.page.locator(".tile[data-status=live]")).to_have_count(TILES)
            seen = visitor.page.evaluate(FRAMES, SECONDS * 1000)
    gaps, works = seen["gaps"], seen["works"]
    say(f"{TILES} tiles: updates", f"{seen['updates']:.0f} /s", "200 /s asked for")
    say(f"{TILES} tiles: between frames, p50 / p95", f"{share(gaps, 0.5):.1f} / {share(gaps, 0.95):.1f} ms", "16.7 ms")
    say(f"{TILES} tiles: a frame's own work, p50 / p95", f"{share(works, 0.5):.1f} / {share(works, 0.95):.1f} ms", "16.7 ms")
    say(f"{TILES} tiles: frames longer than 25 ms", f"{sum(gap > 25 for gap in gaps)} of {len(gaps)}")


def long_chart(chromium):
    with new_house() as house, house.serving(), open_context(chromium) as context:
        device = two_years(house)
        visitor = Visitor(context, house).comes_in(house.person("Olga", "owner"))
        visitor.opens(f"device/{device}?quantity=temperature&range=day")
        expect(visitor.page.get_by_role("region", name="Over time").locator("canvas")).to_be_visible()
        times = [drawn(visitor) for _ in range(TIMES)]
    say("two years: drawn after the data came", f"{share(times, 0.5):.0f} ms", "at most 300 ms")


def drawn(visitor):
    """The time in ms from the arrival of the data to the frame after the one that shows it."""
    visitor.button("Day").click()
    visitor.rests()
    visitor.page.evaluate(DRAWN)
    visitor.button("2 years").click()
    milliseconds = visitor.page.evaluate("() => globalThis.drawn")
    visitor.rests()
    return milliseconds


def two_years(house):
    """Imports a thermometer with two years of history, one value an hour. Returns its id."""
    run = house.ask("POST", "/imports", {"source": "script"})["id"]
    [device] = house.ask("POST", f"/imports/{run}/devices", [{"origin": "old", "name": "Old one", "quantity": "temperature"}])
    now = int(time.time()) * 1000
    times = list(range(now - 2 * YEAR, now, HOUR))
    for begin in range(0, len(times), 500):
        some = times[begin:begin + 500]
        house.ask("POST", f"/imports/{run}/readings", {"series": [{
            "device": device["id"], "part": "main", "quantity": "temperature", "times": some,
            "values": [15 + (at // HOUR * 7919 % 97) / 10 for at in some]}]})
    house.ask("POST", f"/imports/{run}/end", {"isComplete": True})
    return device["id"]


if __name__ == "__main__":
    main()
