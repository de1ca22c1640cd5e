"""The energy view: costs, comparisons, single hours and files, in a home with a simulated history of several weeks.

The expected numbers are computed here from the kWh that the API returns, money in exact decimals.
"""

import csv
import re
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path
from statistics import median
from zoneinfo import ZoneInfo

import pytest
from axe_checks import COLOURS, LEVELS, find_violations
from house import PIN, new_house
from page_user import DESKTOP, NARROW, PHONE, PageUser, open_context
from playwright.sync_api import expect

ZONE = ZoneInfo("Europe/Stockholm")
SCENARIO = Path(__file__).with_name("energy.yaml")
HISTORY_DAYS = 50
PRICE, FEED_IN = Decimal("1.85"), Decimal("0.60")


@pytest.fixture(scope="module")
def energy_house():
    """A home whose devices have a history, and its owner."""
    with new_house("home: { name: Energy home, timeZone: Europe/Stockholm }\n") as house, house.start_gateway():
        with house.simulate_devices(SCENARIO, "--history", f"{HISTORY_DAYS}d"):
            house.owner = house.add_person("Olga", "owner", pin=PIN)
            yield house


@pytest.fixture(scope="module")
def olga_context(chromium, energy_house):
    with open_context(chromium, reduced_motion="reduce") as context:
        PageUser(context, energy_house).sign_in(energy_house.owner).page.close()
        yield context


@pytest.fixture
def olga(olga_context, energy_house):
    """The owner in a home without a price."""
    set_prices(energy_house)
    user = PageUser(olga_context, energy_house)
    yield user
    user.page.close()
    assert not user.recorder.faults


@pytest.fixture
def yesterday():
    """The last day that is over and has 24 hours."""
    day = datetime.now(ZONE).date() - timedelta(days=1)
    return day if start_of(day + timedelta(days=1)) - start_of(day) == timedelta(days=1) else day - timedelta(days=1)


def set_prices(house, *dates, price=PRICE, feed_in=FEED_IN):
    """Sets the same price from each of these dates on, and removes all others."""
    for known in house.request("GET", "/energy/tariffs")["tariffs"]:
        house.request("DELETE", f"/energy/tariffs/{known['validFrom']}")
    for day in dates:
        house.request(
            "PUT", f"/energy/tariffs/{day}", {"currency": "SEK", "price": str(price), "feedIn": str(feed_in)})


def start_of(day, hour=0):
    """The first moment of a day or of an hour of it, in UTC."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZONE).astimezone(timezone.utc)


def energy(house, start, end, by="device"):
    times = [time.strftime("%Y-%m-%dT%H:%M:%SZ") for time in (start, end)]
    return house.request("GET", f"/energy?from={times[0]}&to={times[1]}&by={by}")


def energy_of_day(house, day, by="device"):
    return energy(house, start_of(day), start_of(day + timedelta(days=1)), by)


def flows(amounts):
    return {amount["flow"]: amount["kilowattHours"] for amount in amounts}


def used(amounts):
    """The consumption of the house in kWh: what flows in less what flows out, and at least what was metered."""
    by_flow = flows(amounts)
    if "gridImport" not in by_flow:
        return by_flow.get("consumption", 0)
    balance = sum(by_flow.get(flow, 0) for flow in ("production", "gridImport", "discharge"))
    balance -= sum(by_flow.get(flow, 0) for flow in ("gridExport", "charge"))
    return max(balance, by_flow.get("consumption", 0))


def money(kilowatt_hours, price=PRICE):
    """The cost at two decimals. The price counts for energy at nine decimals."""
    exact = Decimal(kilowatt_hours).quantize(Decimal("1e-9"), ROUND_HALF_EVEN) * price
    return exact.quantize(Decimal("0.00001"), ROUND_HALF_EVEN).quantize(Decimal("0.01"), ROUND_HALF_EVEN)


def shown_number(text):
    """The first number of an English text."""
    return Decimal(re.search(r"[\d,]*\d(?:\.\d+)?", text)[0].replace(",", ""))


def figure(user, name):
    return user.page.locator(f".figure[data-of={name}] .numerals")


def open_day(user, day, query=""):
    user.open(f"energy?period=day&date={day}{query}")
    expect(user.page.locator(".period-title")).to_contain_text(str(day.day))
    expect(figure(user, "used")).to_be_visible()


def test_costs_appear_when_the_owner_sets_a_price(energy_house, olga, yesterday):
    open_day(olga, yesterday)
    expect(figure(olga, "cost")).to_have_count(0)
    olga.button("Set a price to see costs").click()
    olga.field("Price per kWh").fill("1,85")
    olga.field("Currency").fill("sek")
    olga.field("Price per exported kWh").fill(str(FEED_IN))
    olga.button("Save").click()
    expect(olga.button("Price: kr\u00a01.85 per kWh, kr\u00a00.60 for exported")).to_be_visible()
    totals = flows(energy_of_day(energy_house, yesterday)["totals"])
    expect(figure(olga, "cost")).to_contain_text(str(money(totals["gridImport"])))
    expect(figure(olga, "revenue")).to_contain_text(str(money(totals.get("gridExport", 0), FEED_IN)))
    versions = energy_house.request("GET", "/energy/tariffs")["tariffs"]
    assert [(one["price"], one["feedIn"], one["currency"]) for one in versions] == [("1.85", "0.60", "SEK")]


def test_each_device_room_and_hour_has_its_cost(energy_house, olga, yesterday):
    set_prices(energy_house, yesterday)
    open_day(olga, yesterday, "&table")
    for by in ["device", "room"]:
        rows = energy_of_day(energy_house, yesterday, by)["rows"]
        consumers = [row for row in rows if "consumption" in flows(row["amounts"]) and row.get("name")]
        assert len(consumers) >= 2
        table = olga.page.get_by_role("table", name={"device": "Devices", "room": "Rooms"}[by])
        for row in consumers:
            own = flows(row["amounts"])
            cost = money(own["consumption"])
            cells = table.get_by_role("row", name=re.compile(f"^{row['name']} ")).get_by_role("cell")
            assert shown_number(cells.nth(1).inner_text()) == cost, row["name"]
    hours = energy_of_day(energy_house, yesterday, "hour")["rows"]
    table = olga.page.get_by_role("table", name=re.compile("^Usage per hour"))
    column = [header.strip() for header in table.get_by_role("columnheader").all_inner_texts()].index("Cost")
    shown = [shown_number(row.locator("th, td").nth(column).inner_text()) for row in table.locator("tbody tr").all()]
    assert shown == [money(flows(row["amounts"])["gridImport"]) for row in hours]
    foot = table.locator("tfoot").locator("th, td").nth(column).inner_text()
    assert shown_number(foot) == money(flows(energy_of_day(energy_house, yesterday)["totals"])["gridImport"])


def test_a_price_is_removed_after_a_confirmation(energy_house, olga, yesterday):
    set_prices(energy_house, date(2025, 1, 1), yesterday)
    open_day(olga, yesterday)
    olga.button(re.compile("1.85 per kWh")).click()
    prices = olga.page.get_by_role("dialog").get_by_role("listitem")
    expect(prices).to_have_count(2)
    prices.nth(1).get_by_role("button", name="Remove the price from 1 Jan 2025").click()
    olga.button("Cancel").last.click()
    expect(prices).to_have_count(2)
    prices.nth(1).get_by_role("button").click()
    olga.page.get_by_role("dialog", name="Remove price").get_by_role("button", name="Remove").click()
    expect(prices).to_have_count(1)
    assert [one["validFrom"] for one in energy_house.request("GET", "/energy/tariffs")["tariffs"]] == [str(yesterday)]


def test_two_people_change_prices_at_once_and_none_is_lost(energy_house, olga, yesterday):
    set_prices(energy_house, date(2025, 1, 1))
    open_day(olga, yesterday)
    olga.button(re.compile("1.85 per kWh")).click()
    olga.field("Price per kWh").fill("2")
    energy_house.request("PUT", f"/energy/tariffs/{yesterday}", {"currency": "SEK", "price": "3"})
    olga.button("Save").click()
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    versions = energy_house.request("GET", "/energy/tariffs")["tariffs"]
    assert [one["price"] for one in versions] == ["1.85", "3.00", "2.00"]


def test_costs_of_past_days_follow_a_price_that_another_person_changed(energy_house, olga, yesterday):
    set_prices(energy_house, date(2025, 1, 1))
    before = yesterday - timedelta(days=1)
    open_day(olga, yesterday)
    kilowatt_hours = flows(energy_of_day(energy_house, before)["totals"])["gridImport"]
    open_day(olga, before)
    expect(figure(olga, "cost")).to_contain_text(str(money(kilowatt_hours)))
    open_day(olga, yesterday)
    set_prices(energy_house, date(2025, 1, 1), price=Decimal("20"))
    open_day(olga, before)
    expect(figure(olga, "cost")).to_contain_text(f"{money(kilowatt_hours, Decimal('20')):,}")


def test_the_price_dialog_does_not_open_over_another_view(energy_house, olga, yesterday):
    set_prices(energy_house, yesterday)
    open_day(olga, yesterday)
    held = []
    olga.page.route("**/energy/tariffs", lambda route: held.append(route))
    with olga.page.expect_request("**/energy/tariffs"):
        olga.button(re.compile("1.85 per kWh")).click()
    olga.open("home")
    olga.expect_home()
    for route in held:
        route.continue_()
    olga.wait_until_idle()
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    olga.page.unroute("**/energy/tariffs")


def test_unknown_prices_are_not_shown_as_none(energy_house, olga, yesterday):
    set_prices(energy_house, yesterday)
    open_day(olga, yesterday)
    olga.allow_statuses(503)
    problem = '{"status":503,"code":"storage","detail":"The disk fails."}'
    olga.page.route("**/energy/tariffs", lambda route: route.fulfill(
        status=503, content_type="application/problem+json", body=problem))
    olga.button(re.compile("1.85 per kWh")).click()
    expect(olga.toast).to_be_visible()
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    olga.page.unroute("**/energy/tariffs")


def test_a_price_that_is_no_decimal_is_not_sent(energy_house, olga, yesterday):
    open_day(olga, yesterday)
    olga.button("Set a price to see costs").click()
    for text, mistake in [("", "Enter a price."), ("1.234567", "at most five decimals"), ("cheap", "at most five decimals")]:
        olga.field("Price per kWh").fill(text)
        olga.button("Save").click()
        expect(olga.page.get_by_role("dialog")).to_contain_text(mistake)
        expect(olga.field("Price per kWh")).to_be_focused()
    assert energy_house.request("GET", "/energy/tariffs")["tariffs"] == []


def test_only_those_who_may_change_settings_change_the_price(energy_house, new_browser, yesterday):
    set_prices(energy_house)
    anna = energy_house.add_person("Anna", "member")
    member = new_browser(energy_house).sign_in(anna)
    open_day(member, yesterday)
    expect(member.page.locator(".energy-price")).to_be_empty()
    set_prices(energy_house, yesterday)
    member.page.reload()
    expect(member.page.get_by_text("1.85 per kWh")).to_be_visible()
    expect(member.button(re.compile("per kWh"))).to_have_count(0)
    expect(figure(member, "cost")).to_be_visible()
    energy_house.request("DELETE", f"/people/{anna}")


def test_a_day_is_compared_with_the_day_before_and_a_typical_one(energy_house, olga, yesterday):
    open_day(olga, yesterday)
    own, before = (used(energy_of_day(energy_house, day)["totals"]) for day in (yesterday, yesterday - timedelta(days=1)))
    weeks = [used(energy_of_day(energy_house, yesterday - timedelta(weeks=count))["totals"]) for count in range(1, 7)]
    items = olga.page.locator(".comparisons li")
    expect(items).to_have_count(2)
    expect(items.nth(0)).to_contain_text(difference(own, before))
    expect(items.nth(0)).to_contain_text(f"than {yesterday - timedelta(days=1):%A %-d %b}")
    assert abs(shown_number(items.nth(0).locator(".muted").inner_text()) - Decimal(before)) < Decimal("0.006")
    expect(items.nth(1)).to_contain_text(difference(own, median(weeks)))
    expect(items.nth(1)).to_contain_text(f"a typical {yesterday:%A}")
    expect(items.nth(1)).to_contain_text("median of 6 days")
    # The hour exists once also on the days on which the clocks change.
    hour = 1
    typical = median(used(energy(energy_house, start_of(day, hour), start_of(day, hour + 1))["totals"])
                     for day in (yesterday - timedelta(weeks=count) for count in range(1, 7)))
    chart = olga.page.get_by_role("slider", name=re.compile("^Bars"))
    chart.focus()
    for _ in range(hour + 1):
        olga.page.keyboard.press("ArrowRight")
    spoken = chart.get_attribute("aria-valuetext")
    assert abs(shown_number(spoken.partition(f"Typical {yesterday:%A}: ")[2]) - Decimal(typical)) < Decimal("0.006")


def difference(own, other):
    """The text of a difference, which is rounded to whole percent."""
    percent = round(own / other * 100) - 100
    return f"{abs(percent)}\u00a0% {'less' if percent < 0 else 'more'} than" if percent else "About the same as"


def test_a_typical_day_needs_three_days(energy_house, olga):
    first = datetime.now(ZONE).date() - timedelta(days=HISTORY_DAYS - 1)
    for weeks, count in [(1, None), (2, None), (3, 3), (4, 4)]:
        day = first + timedelta(weeks=weeks)
        open_day(olga, day)
        items = olga.page.locator(".comparisons:not([aria-busy]) li")
        expect(items).to_have_count(2 if count else 1)
        expect(items.first).to_contain_text(f"{day - timedelta(days=1):%A %-d %b}")
        if count:
            expect(items.last).to_contain_text(f"median of {count} days")


def test_a_week_is_compared_with_the_week_before(energy_house, olga, yesterday):
    monday = yesterday - timedelta(days=yesterday.weekday() + 7)
    olga.open(f"energy?period=week&date={monday}")
    weeks = [used(energy(energy_house, start_of(day), start_of(day + timedelta(days=7)), "day")["totals"])
             for day in (monday, monday - timedelta(days=7))]
    expect(olga.page.locator(".comparisons li")).to_have_count(1)
    expect(olga.page.locator(".comparisons")).to_contain_text(f"{difference(*weeks)} the week before")


def test_a_comparison_of_a_period_that_is_not_over_says_what_it_compares(olga):
    """The figures above it include the day or the hour that is not over."""
    olga.open()
    texts = olga.evaluate_in_module("views/energy/comparison.js", """async ({ comparisonList, readComparison }) => {
      const { span } = await import(new URL("home/calendar.js", page));
      const rows = (start, count, step, kilowattHours) => Array.from({ length: count }, (_, index) => ({
        start: new Date(Date.parse(start) + index * step).toISOString(),
        amounts: [{ flow: "consumption", kilowattHours, isEstimated: false }],
      }));
      const [day, hour] = [86_400_000, 3_600_000];
      const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, flows: { consumption: { kilowattHours: 0.5 } } }));
      const reader = { day: async () => hours, days: async () => rows("2026-01-05T00:00Z", 3, day, 10) };
      const now = Date.parse("2026-01-15T09:30Z");
      const shown = async (period, time, until = now) => {
        const { items } = await readComparison(reader, span(period, "2026-01-15", "UTC"), { time: { rows: time } }, "UTC", until);
        return comparisonList(items).map((item) => item.textContent);
      };
      return [
        ...await shown("week", rows("2026-01-12T00:00Z", 4, day, 9)),
        ...await shown("day", rows("2026-01-15T00:00Z", 10, hour, 0.25)),
        ...await shown("day", rows("2026-01-15T00:00Z", 24, hour, 0.5), now + 2 * day),
      ];
    }""")
    assert [re.sub(r"[\s\u2009]+", " ", text) for text in texts] == [
        "Mon – Wed: 27.00 kWh, 10 % less than the same days of the week before (30.00 kWh)",
        "Until 09:00: 2.25 kWh, 50 % less than yesterday until 09:00 (4.50 kWh)",
        "50 % less than a typical Thursday until 09:00 (4.50 kWh, median of 6 days)",
        "About the same as Wednesday 14 Jan (12.00 kWh)",
        "About the same as a typical Thursday (12.00 kWh, median of 6 days)"]


def test_a_period_is_read_with_few_requests(olga, yesterday):
    requests = []
    olga.page.on("request", lambda request: "/api/v1/energy?" in request.url and requests.append(request.url))
    olga.open()
    olga.expect_home()
    olga.wait_until_idle()
    open_day(olga, yesterday)
    expect(olga.page.locator(".comparisons li")).to_have_count(2)
    olga.wait_until_idle()
    assert len(requests) <= 11 and len(set(requests)) == len(requests)
    requests.clear()
    olga.page.get_by_role("radio", name="Room").check()
    expect(olga.page.get_by_role("radio", name="Room")).to_be_checked()
    olga.wait_until_idle()
    # The comparison is kept.
    assert len(requests) <= 4


def test_answers_that_arrive_after_the_view_has_ended_change_nothing(olga, yesterday):
    open_day(olga, yesterday)
    expect(olga.page.locator(".bars canvas")).to_be_visible()
    olga.wait_until_idle()
    held, has_left = [], []
    # A request that comes only after the view has ended is not held.
    olga.page.route("**/energy?*", lambda route: route.continue_() if has_left else held.append(route))
    with olga.page.expect_request("**/energy?*"):
        olga.button("Previous").click()
    olga.page.wait_for_function("() => document.querySelector('.energy-counted[aria-busy]')")
    olga.page.evaluate("location.hash = '#/settings'")
    expect(olga.page.get_by_role("navigation", name="Settings")).to_be_visible()
    assert held
    has_left.append(True)
    for route in held:
        route.continue_()
    # The fixture asserts that the page had no error.
    olga.wait_until_idle()


def panel(user):
    return user.page.get_by_role("region", name=re.compile(r"^\d\d:00–\d\d:00"))


def test_an_hour_shows_what_ran_beside_the_outdoor_temperature(energy_house, olga, yesterday):
    set_prices(energy_house, yesterday)
    open_day(olga, yesterday)
    chart = olga.page.get_by_role("slider", name=re.compile("^Bars"))
    expect(chart.locator("canvas")).to_be_visible()
    # The comparison is above the chart, and moves it when it arrives.
    expect(olga.page.locator(".comparisons li")).to_have_count(2)
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    olga.page.mouse.click(box["x"] + box["width"] * 0.15, box["y"] + box["height"] / 2)
    expect(panel(olga)).to_be_visible()
    hour = int(re.search(r"hour=(\d+)", olga.page.url)[1])
    expect(panel(olga).get_by_role("heading")).to_have_text(f"{hour:02}:00–{hour + 1:02}:00")
    answer = energy(energy_house, start_of(yesterday, hour), start_of(yesterday, hour + 1))
    expect(panel(olga).locator(".hour-facts")).to_contain_text(str(money(flows(answer["totals"])["gridImport"])))
    ran = [(row["name"], flows(row["amounts"]).get("consumption", 0)) for row in answer["rows"]]
    ran = sorted(((name, amount) for name, amount in ran if amount >= 0.0005), key=lambda one: -one[1])
    expect(panel(olga).locator("tbody th a")).to_have_text([name for name, _ in ran])
    costs = panel(olga).locator("tbody tr:has(a) td:nth-of-type(2)").all_inner_texts()
    assert [shown_number(text) for text in costs] == [money(amount) for _, amount in ran]
    times = [start_of(yesterday, h).strftime("%Y-%m-%dT%H:%M:%SZ") for h in (hour, hour + 1)]
    roll_ups = energy_house.request("GET", "/devices/garden/readings?quantity=temperature&resolution=hour"
                                    f"&from={times[0]}&to={times[1]}")["rollUps"]
    outdoors = panel(olga).locator(".hour-facts div", has_text="Outdoors").locator("dd").inner_text()
    assert abs(float(re.search(r"[−\d.]+", outdoors)[0].replace("−", "-")) - roll_ups[0]["mean"]) <= 0.051


def test_the_keyboard_opens_moves_and_closes_an_hour(olga, yesterday):
    open_day(olga, yesterday)
    chart = olga.page.get_by_role("slider", name=re.compile("^Bars"))
    press = olga.page.keyboard.press
    chart.focus()
    for key in ["Home", "ArrowRight", "ArrowRight", "Enter"]:
        press(key)
    expect(panel(olga).get_by_role("heading", name="02:00–03:00")).to_be_focused()
    press("ArrowRight")
    expect(panel(olga).get_by_role("heading")).to_have_text("03:00–04:00")
    assert f"date={yesterday}" in olga.page.url and "hour=3" in olga.page.url
    olga.page.reload()
    expect(panel(olga).get_by_role("heading")).to_have_text("03:00–04:00")
    expect(panel(olga).get_by_role("link", name="Fridge")).to_be_visible()
    expect(chart.locator("canvas")).to_be_visible()
    for _ in range(3):
        panel(olga).get_by_role("button", name="Previous hour").click()
    expect(panel(olga).get_by_role("heading")).to_have_text("00:00–01:00")
    expect(panel(olga).get_by_role("button", name="Previous hour")).to_be_disabled()
    panel(olga).get_by_role("button", name="Next hour").focus()
    press("Escape")
    expect(panel(olga)).to_have_count(0)
    expect(chart).to_be_focused()
    assert "hour=" not in olga.page.url


def test_the_table_opens_an_hour_too(olga, yesterday):
    open_day(olga, yesterday, "&table")
    olga.button("05:00–06:00").click()
    expect(panel(olga).get_by_role("heading")).to_be_focused()
    olga.page.keyboard.press("Escape")
    expect(olga.button("05:00–06:00")).to_be_focused()


def test_the_file_has_the_dates_the_units_and_exact_costs(energy_house, olga, yesterday):
    set_prices(energy_house, yesterday)
    open_day(olga, yesterday)
    with olga.page.expect_download() as download:
        olga.page.locator(".course").get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"energy-{yesterday}-hour-device.csv"
    titles, *rows = csv.reader(Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines())
    assert titles[0] == "Hour" and "Cost (SEK)" in titles and "Total (kWh)" in titles
    assert all(title.endswith(("(kWh)", "(SEK)")) or title == "estimated" for title in titles[1:])
    hours = energy_of_day(energy_house, yesterday, "hour")["rows"]
    costs = [Decimal(row[titles.index("Cost (SEK)")]) for row in rows]
    assert costs == [Decimal(hour["cost"][0]["amount"]) for hour in hours]
    total = sum(Decimal(row[titles.index("Total (kWh)")]) for row in rows)
    assert abs(float(total) - sum(used(hour["amounts"]) for hour in hours)) < 0.01


@pytest.mark.parametrize("viewport", [NARROW, PHONE, DESKTOP], ids=["narrow", "phone", "desktop"])
@pytest.mark.parametrize("locale, costs", [("en-GB", "kr\u00a0"), ("sv-SE", "\u00a0kr")])
def test_axe_finds_no_violation_with_costs_an_open_hour_and_the_price(
        energy_house, new_browser, yesterday, viewport, locale, costs):
    set_prices(energy_house, yesterday - timedelta(days=1))
    user = new_browser(energy_house, viewport=viewport, locale=locale, reduced_motion="reduce").sign_in(energy_house.owner)
    user.open(f"energy?period=day&date={yesterday}&hour=2")
    expect(user.page.locator(".hour tbody tr").first).to_be_visible()
    expect(user.page.locator(".comparisons li")).to_have_count(2)
    expect(figure(user, "cost")).to_contain_text(costs)
    assert user.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not find_violations(user.page, LEVELS)
    user.page.emulate_media(color_scheme="dark")
    assert not find_violations(user.page, COLOURS)
    user.page.locator(".energy-price button").click()
    expect(user.page.get_by_role("dialog").get_by_role("listitem")).to_be_visible()
    assert not find_violations(user.page, LEVELS)


def test_rows_change_places_only_for_clearly_more_power(olga):
    olga.open()
    olga.expect_home()
    orders = olga.evaluate_in_module("views/energy/flow-model.js", """({ ConsumerRanking }) => {
      const ranking = new ConsumerRanking();
      const readings = [[100, 200, 50], [120, 110, 50], [90, 110, 112], [0, 400, 300]];
      return readings.map((watts) => {
        const consumers = watts.map((value, at) => ({ device: "abc"[at], name: "", watts: value, status: "live" }))
          .sort((a, b) => b.watts - a.watts);
        const { length } = consumers;
        return ranking.rowsOf({ consumers, house: null, isLeast: true }).slice(0, length).map(({ device }) => device).join("");
      });
    }""")
    # The second and third reading differ by less than a quarter, so all rows stay.
    assert orders == ["bac", "bac", "bac", "bca"]


def test_money_is_added_and_rounded_exactly(olga):
    olga.open()
    olga.expect_home()
    sums, texts, typed = olga.evaluate_in_module("views/energy/money.js", """({ sumCosts, costText, typedPrice }) => {
      const cost = (amount, currency = "EUR", isPartial = false) => [{ amount, currency, isPartial }];
      return [
        [sumCosts([cost("0.10"), cost("0.20"), undefined, cost("-0.00001")]),
         sumCosts([cost("9007199254740993.00001"), cost("0.00001", "SEK", true), cost("1.0")])]
          .map((sums) => sums.map(({ amount, currency, isPartial }) => [amount, currency, isPartial])),
        ["0.125", "0.135", "1234567.891", "-0.60"].map((amount) => costText(cost(amount))),
        ["1,85", " 1.85 ", "−0.6", "12345678", "1.123456", "1e3", ""].map(typedPrice),
      ];
    }""")
    assert sums == [[["0.29999", "EUR", False]],
                    [["9007199254740994.00001", "EUR", False], ["0.00001", "SEK", True]]]
    assert texts == ["€0.12", "€0.14", "€1,234,567.89", "−€0.60"]
    assert typed == ["1.85", "1.85", "-0.6", None, None, None, None]
