"""Measures the page in a real browser: the time to the first live tile, the frames with many tiles, and a long chart.

  make bench-web
"""

import time

from house import new_house
from page_user import PageUser, open_browser, open_context, open_trusting_context
from playwright.sync_api import expect, sync_playwright

TILES, INTERVAL, SECONDS, REPETITIONS = 250, "1250ms", 10, 5
HOUR, YEAR = 3_600_000, 365 * 24 * 3_600_000
# Stores the times of the first tile, which shows a saved state, and of the first live one, in ms since the navigation began.
FIRST_TILES = """
globalThis.firstTiles = {};
const storeTime = (name) => requestAnimationFrame(() => { globalThis.firstTiles[name] ??= performance.now(); });
new MutationObserver((_, observer) => {
  if (!document.querySelector(".tile")) return;
  storeTime("saved");
  if (!document.querySelector(".tile[data-status=live]")) return;
  observer.disconnect();
  storeTime("live");
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-status"] });
"""
# Measures the time between frames and the time for which each frame occupies the main thread. A message ends each
# measurement, so that it includes the work after the callbacks of the frame.
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
        measure_first_tiles(playwright)
        measure_frames(chromium)
        measure_long_chart(chromium)


def print_row(label, value, bound=""):
    print(f"{label:<52} {value:>24}   {bound}", flush=True)


def quantile(values, fraction):
    return sorted(values)[min(int(len(values) * fraction), len(values) - 1)]


def measure_first_tiles(playwright):
    with new_house() as house, house.start_gateway(), house.simulate_devices("villa"):
        with open_trusting_context(playwright, house, house.folder / "person") as context:
            user = PageUser(context, house).sign_in(house.add_person("Olga", "owner"))
            user.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            user.page.add_init_script(FIRST_TILES)
            times = [measure_first_tile(user) for _ in range(REPETITIONS)]
            print_first_tile("warm cache", times)
            network = context.new_cdp_session(user.page)
            times = [measure_first_tile(user, network) for _ in range(REPETITIONS)]
            print_first_tile("cold cache", times)


def print_first_tile(cache, times):
    for kind, bound in (("saved", 500), ("live", 1000)):
        median = quantile([time[kind] for time in times], 0.5)
        print_row(f"villa: {kind} tiles after navigation, {cache}", f"{median:.0f} ms", f"at most {bound} ms")


def measure_first_tile(user, network=None):
    """Returns the times in ms by kind of tile. With `network`, a DevTools session, it first deletes the cached files of the page."""
    user.page.goto("about:blank")
    if network:
        network.send("Network.clearBrowserCache")
        network.send("Storage.clearDataForOrigin", {
            "origin": user.house.origin, "storageTypes": "service_workers,cache_storage"})
    user.open()
    user.page.wait_for_function("() => globalThis.firstTiles.live")
    return user.page.evaluate("globalThis.firstTiles")


def measure_frames(chromium):
    with new_house() as house, house.start_gateway(), open_context(chromium) as context:
        scenario = house.folder / "many.yaml"
        scenario.write_text(
            "name: Many\nseed: 1\nrooms: [{ name: Room, use: living, area: 900 }]\ndevices:\n"
            "  - { id: probe, kind: thermometer, name: Probe, room: Room, root: bridge, "
            f"every: {INTERVAL}, count: {TILES} }}\n")
        with house.simulate_devices(scenario):
            user = PageUser(context, house).sign_in(house.add_person("Olga", "owner"))
            expect(user.page.locator(".tile[data-status=live]")).to_have_count(TILES)
            measured = user.page.evaluate(FRAMES, SECONDS * 1000)
    gaps, works = measured["gaps"], measured["works"]
    print_row(f"{TILES} tiles: updates", f"{measured['updates']:.0f} /s", "200 /s are sent")
    print_row(f"{TILES} tiles: between frames, p50 / p95", median_and_p95(gaps), "16.7 ms")
    print_row(f"{TILES} tiles: work of a frame, p50 / p95", median_and_p95(works), "16.7 ms")
    print_row(f"{TILES} tiles: frames longer than 25 ms", f"{sum(gap > 25 for gap in gaps)} of {len(gaps)}")


def median_and_p95(times):
    return f"{quantile(times, 0.5):.1f} / {quantile(times, 0.95):.1f} ms"


def measure_long_chart(chromium):
    with new_house() as house, house.start_gateway(), open_context(chromium) as context:
        device = import_two_years(house)
        user = PageUser(context, house).sign_in(house.add_person("Olga", "owner"))
        user.open(f"device/{device}?quantity=temperature&range=day")
        expect(user.page.get_by_role("region", name="Over time").locator("canvas")).to_be_visible()
        times = [measure_drawing(user) for _ in range(REPETITIONS)]
    print_row("two years: drawn after the data arrived", f"{quantile(times, 0.5):.0f} ms", "at most 300 ms")


def measure_drawing(user):
    """Returns the time in ms from the arrival of the data to the frame after the one that shows it."""
    user.button("Day").click()
    user.wait_until_idle()
    user.page.evaluate(DRAWN)
    user.button("2 years").click()
    milliseconds = user.page.evaluate("() => globalThis.drawn")
    user.wait_until_idle()
    return milliseconds


def import_two_years(house):
    """Imports a thermometer with two years of history, one value an hour. Returns its id."""
    run = house.request("POST", "/imports", {"source": "script"})["id"]
    [device] = house.request("POST", f"/imports/{run}/devices", [
        {"origin": "old", "name": "Old thermometer", "quantity": "temperature"}])
    now = int(time.time()) * 1000
    times = list(range(now - 2 * YEAR, now, HOUR))
    for begin in range(0, len(times), 500):
        batch = times[begin:begin + 500]
        house.request("POST", f"/imports/{run}/readings", {"series": [{
            "device": device["id"], "part": "main", "quantity": "temperature", "times": batch,
            "values": [15 + (at // HOUR * 7919 % 97) / 10 for at in batch]}]})
    house.request("POST", f"/imports/{run}/end", {"isComplete": True})
    return device["id"]


if __name__ == "__main__":
    main()
