"""The view of a panel on a wall: one screen, no PIN, dark at night."""

import json
import re
from datetime import datetime, timezone

import pytest
from axe_checks import LEVELS, find_violations, find_violations_in_both_schemes
from homie import homie_device
from house import PIN, new_house
from playwright.sync_api import expect

SIZES = [
    {"width": 1280, "height": 800}, {"width": 1024, "height": 768}, {"width": 1024, "height": 600}, {"width": 800, "height": 480}]
LEAK = {"main": {"properties": {"leak": {"datatype": "boolean"}}}}


def zone_at(hour):
    """Returns a time zone in which it is this hour now, and neither midnight nor a change of the hour is near for long."""
    offset = (hour - datetime.now(timezone.utc).hour + 12) % 24 - 12
    # The sign of the names in Etc is the opposite of the usual one.
    return f"Etc/GMT{-offset:+d}"


@pytest.fixture(scope="module")
def villa():
    """The simulated villa at noon of its own time zone."""
    with new_house(f"home: {{ name: Villa, timeZone: {zone_at(12)} }}\n") as house, house.start_gateway(), \
            house.simulate_devices("villa"):
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        yield house


@pytest.fixture
def panel(villa, new_browser):
    return open_panel(new_browser, villa)


def open_panel(new_browser, house, **options):
    user = new_browser(house, viewport=SIZES[0], **options)
    user.request_access(house.owner, is_wall_panel=True)
    expect(user.page.locator(".wall .tile").first).to_be_visible()
    return user


def excess(page):
    """Returns by how many pixels the page and each part of the panel are larger than their space."""
    return page.evaluate("""() => [document.documentElement, ...document.querySelectorAll(".wall, .wall-side, .wall-main, .tile")]
      .map((one) => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth)).filter((size) => size > 1)""")


def below(page):
    return page.evaluate("""() => [...document.querySelectorAll(".wall *")]
      .filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1).map((one) => one.className)""")


@pytest.mark.parametrize("size", SIZES, ids=["1280", "1024", "1024 low", "800"])
def test_a_panel_fits_on_one_screen(panel, size):
    panel.page.set_viewport_size(size)
    expect(panel.page.locator(".wall-time")).to_contain_text(":")
    expect(panel.page.locator(".wall-outdoor")).to_contain_text("°C outside")
    expect(panel.page.get_by_role("region", name="Doors and windows").get_by_role("listitem")).to_contain_text(
        ["Front door", "Bedroom window", "Garage door"])
    expect(panel.page.get_by_role("region", name="Power now")).to_contain_text("W")
    assert 6 <= panel.page.locator(".wall .tile").count() <= 9
    rooms = panel.page.get_by_role("navigation", name="Rooms").get_by_role("button")
    for index in range(rooms.count()):
        rooms.nth(index).click()
        expect(rooms.nth(index)).to_have_attribute("aria-pressed", "true")
        expect(panel.page.locator(".wall .tile").first).to_be_visible()
        assert not excess(panel.page) and not below(panel.page), rooms.nth(index).inner_text()


def test_a_room_is_opened_by_one_tap(panel):
    panel.button("Bedroom").click()
    names = panel.page.locator(".wall .tile h3 .visually-hidden")
    expect(names).to_have_text(["Bedroom heating", "Bedroom window", "Bedside lamp"])
    panel.button("Home", exact=True).click()
    expect(names.filter(has_text="Living room lamp")).to_have_count(1)


def test_favourites_are_the_first_tiles(villa, panel):
    favourites = ["front-door/main", "fridge/main"]
    villa.request("PUT", "/home/layout", {"rooms": [], "tiles": [], "hidden": [], "favourites": favourites})
    tiles = panel.page.locator(".wall .tile")
    expect(tiles.nth(0)).to_have_attribute("data-device", "front-door")
    expect(tiles.nth(1)).to_have_attribute("data-device", "fridge")
    villa.request("DELETE", "/home/layout")


def test_a_panel_switches_a_lamp(villa, panel):
    villa.command("living-room-lamp", "switch", False)
    expect(panel.tile("Living room lamp")).to_have_class("tile")
    panel.button("Living room lamp").click()
    expect(panel.tile("Living room lamp")).to_have_class("tile is-on")
    villa.command("living-room-lamp", "switch", False)


def test_a_panel_shows_no_button_that_needs_a_pin(panel):
    panel.button("Garage").click()
    garage = panel.tile("Garage door")
    expect(garage).to_be_visible()
    expect(garage.get_by_role("button", name="Open")).to_have_count(0)
    for view in ["device/front-door", "device/garage-door"]:
        panel.open(view)
        panel.wait_until_idle()
        expect(panel.page.get_by_text("PIN", exact=True)).to_have_count(0)
        expect(panel.page.get_by_role("main").get_by_role("button", name="Unlock")).to_have_count(0)
        expect(panel.page.get_by_role("region", name="Activity")).to_have_count(0)


@pytest.mark.parametrize("view", [
    "activity", "history", "people", "settings", "settings/you", "settings/lockdown", "energy", "rooms", "setup", "found"])
def test_an_address_opens_only_what_a_panel_shows(panel, view):
    panel.open("room/bedroom")
    expect(panel.page.get_by_role("heading", level=1, name="Bedroom")).to_be_visible()
    panel.open(view)
    expect(panel.page.locator(".wall .tile").first).to_be_visible()
    assert panel.page.evaluate("location.hash") == "#/home"
    expect(panel.button("Sign out")).to_have_count(0)
    expect(panel.page.get_by_role("link", name="Settings")).to_have_count(0)
    panel.page.reload()
    expect(panel.page.locator(".wall .tile").first).to_be_visible()


ACCESS = {
    "a lock": ({"options": {"locked": "direct", "unlocked": "stepUp"}}, True, {"locked": "direct", "unlocked": "refused"}),
    "an oven": ({"on": "stepUp", "off": "direct"}, True, {"on": "refused", "off": "direct"}),
    "a heater": ({"on": "stepUp", "off": "stepUp"}, False, {"on": "refused", "off": "refused"}),
}


@pytest.mark.parametrize("case", ACCESS)
def test_what_needs_a_pin_is_refused_on_a_panel(panel, case):
    access, may_command, expected = ACCESS[case]
    capability = {"name": "switch", "mayCommand": True, "isSensitive": True, "access": access}
    device = {"id": "x", "parts": [{"id": "main", "capabilities": [capability]}]}
    found = panel.evaluate_in_module(
        "home/panel.js", f"({{ deviceOnPanel }}) => deviceOnPanel({json.dumps(device)}).parts[0].capabilities[0]")
    assert found["mayCommand"] is may_command
    assert found["access"].get("options", found["access"]) == expected


@pytest.mark.parametrize("size", SIZES, ids=["1280", "1024", "1024 low", "800"])
def test_a_panel_fits_on_one_screen_in_a_lockdown(villa, panel, size):
    panel.page.set_viewport_size(size)
    villa.request("POST", "/lockdown", {"isOn": True})
    try:
        expect(panel.page.locator(".banner")).to_be_visible()
        assert not excess(panel.page) and not below(panel.page)
    finally:
        villa.request("POST", "/lockdown", {"isOn": False})


def test_an_alarm_is_large_and_fits(villa, panel):
    with homie_device(villa, "cellar") as cellar:
        cellar.announce("cellar", "Cellar sensor", nodes=LEAK)
        villa.adopt("cellar", purposes={})
        cellar.publish("cellar/main/leak", "true")
        expect(panel.page.get_by_role("alert")).to_contain_text("Cellar sensor")
        alarm = panel.page.locator(".wall-alarm")
        expect(alarm).to_contain_text("Cellar sensor")
        for size in SIZES:
            panel.page.set_viewport_size(size)
            assert alarm.locator("span").evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)") >= 30
            assert not excess(panel.page) and not below(panel.page), size
            # Every tile stays, because a person may want to act.
            assert panel.page.locator(".wall .tile:visible").count() == panel.page.locator(".wall .tile").count()
        assert not find_violations_in_both_schemes(panel.page)
        villa.remove("cellar-sensor")
        expect(alarm).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
def test_axe_finds_no_violation_on_a_panel(villa, new_browser, locale):
    panel = open_panel(new_browser, villa, locale=locale)
    for size in SIZES:
        panel.page.set_viewport_size(size)
        panel.page.locator(".wall-room").first.click()
        assert not find_violations_in_both_schemes(panel.page), size
        panel.button("Living room").click()
        assert not find_violations_in_both_schemes(panel.page), size


def test_a_panel_is_swedish(villa, new_browser):
    panel = open_panel(new_browser, villa, locale="sv-SE")
    expect(panel.page.get_by_role("region", name="Dörrar och fönster")).to_be_visible()
    power = panel.page.get_by_role("region", name="Effekt just nu")
    expect(power).to_be_visible()
    # Where the power comes from, or goes, depends on the weather of the simulation.
    expect(power).to_contain_text(re.compile(r"W (från|till) elnätet|W från batteriet|Laddar batteriet med"))
    panel.page.set_viewport_size(SIZES[1])
    assert not excess(panel.page) and not below(panel.page)


@pytest.fixture
def house_at_night():
    with new_house(f"home: {{ timeZone: {zone_at(1)} }}\n") as house, house.start_gateway(), house.simulate_devices():
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        yield house


def test_a_panel_is_dark_at_night_and_the_first_touch_only_wakes_it(house_at_night, new_browser):
    panel = open_panel(new_browser, house_at_night, has_touch=True, reduced_motion="reduce")
    night = panel.button("Wake the panel")
    expect(night).to_be_visible()
    assert not find_violations(panel.page, LEVELS)
    lamp = panel.button("Kitchen lamp")
    expect(lamp).to_have_attribute("aria-pressed", re.compile("true|false"))
    is_on = lamp.get_attribute("aria-pressed")
    box = lamp.bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + 8)
    panel.page.touchscreen.tap(*at)
    expect(night).to_be_hidden()
    expect(lamp).to_have_attribute("aria-pressed", is_on)
    panel.page.touchscreen.tap(*at)
    expect(lamp).to_have_attribute("aria-pressed", "false" if is_on == "true" else "true")


def test_night_is_from_22_to_6_in_the_time_zone_of_the_home(panel):
    hours = panel.evaluate_in_module("parts/panel-rest.js", """({ isNight }) => Array.from({ length: 24 }, (_, hour) =>
      isNight(Date.UTC(2026, 0, 1, hour), "UTC"))""")
    assert [hour for hour in range(24) if hours[hour]] == [0, 1, 2, 3, 4, 5, 22, 23]


def test_a_panel_becomes_a_browser_again_only_with_the_pin(villa, panel):
    panel.allow_statuses(422)
    panel.button("Stop using this as a panel").click()
    dialog = panel.page.get_by_role("dialog", name="Stop using this as a panel")
    expect(dialog).to_be_visible()
    assert not find_violations(panel.page, LEVELS)
    dialog.get_by_label("PIN").fill("000000")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_contain_text("Wrong PIN")
    dialog.get_by_role("button", name="Cancel").click()
    expect(panel.page.locator(".wall .tile").first).to_be_visible()
    panel.button("Stop using this as a panel").click()
    dialog.get_by_label("PIN").fill(PIN)
    dialog.get_by_role("button", name="Confirm").click()
    expect(panel.page.get_by_role("navigation", name="Main navigation")).to_be_visible()
    panel.expect_home()
    panel.open("settings/you")
    panel.page.get_by_role("switch", name="This is a wall panel").click()
    expect(panel.page.locator(".wall .tile").first).to_be_visible()
