"""The time zone of the home: its settings, and the offer at the first setup. Browsers are in Stockholm, gateways on UTC."""

import json
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from house import PIN, new_house, wait_until
from playwright.sync_api import expect

UTC_HOME = "home: { timeZone: UTC }\n"


@pytest.fixture(scope="module")
def house():
    """A home on UTC. The tests of this file leave the time zone that they set."""
    with new_house(UTC_HOME) as house, house.start_gateway():
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        house.is_shared = True
        yield house


@pytest.fixture
def unclaimed_utc_house():
    with new_house(UTC_HOME) as house, house.start_gateway():
        yield house


def time_zone(house):
    return house.request("GET", "/home")["timeZone"]


def set_time_zone(house, zone):
    return house.request("PUT", "/home/time-zone", {"timeZone": zone})


def begin_setup(house, user):
    """Claims the home, up to the step with the name."""
    user.follow_link(house.create_claim_code()[1])
    user.field("Your name").fill("Olga")
    user.button("Become the owner").click()
    user.button("Continue").click()
    expect(user.page.get_by_role("heading", level=1, name="What’s your home called?")).to_be_visible()


def test_the_first_setup_offers_the_time_zone_of_the_browser(unclaimed_utc_house, new_browser):
    olga = new_browser(unclaimed_utc_house)
    begin_setup(unclaimed_utc_house, olga)
    offer = olga.page.get_by_role("checkbox", name="Use the time zone Europe/Stockholm")
    expect(offer).to_be_checked()
    expect(olga.page.get_by_text(re.compile("The gateway has (GMT|UTC), where it’s"))).to_be_visible()
    olga.field("Home name").fill("Villa")
    olga.button("Continue").click()
    expect(olga.page.get_by_role("heading", level=1, name="Choose a PIN")).to_be_visible()
    home = unclaimed_utc_house.request("GET", "/home")
    assert (home["name"], home["timeZone"]) == ("Villa", "Europe/Stockholm")
    olga.open("setup/name")
    expect(olga.field("Home name")).to_have_value("Villa")
    expect(offer).to_have_count(0)


def test_a_person_can_decline_the_offered_time_zone(unclaimed_utc_house, new_browser):
    olga = new_browser(unclaimed_utc_house)
    begin_setup(unclaimed_utc_house, olga)
    olga.page.get_by_role("checkbox", name="Use the time zone Europe/Stockholm").uncheck()
    olga.button("Continue").click()
    expect(olga.page.get_by_role("heading", level=1, name="Choose a PIN")).to_be_visible()
    assert time_zone(unclaimed_utc_house) == "GMT"


def test_the_settings_show_and_change_the_time_zone(house, new_browser):
    set_time_zone(house, "UTC")
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(422)
    olga.open("settings/home")
    field = olga.field("Time zone")
    card = olga.page.locator("section.card").filter(has=field)
    expect(field).to_have_value("GMT")
    expect_time(card, "UTC")
    expect(card.get_by_text("This browser is in another time zone: Europe/Stockholm, where it’s")).to_be_visible()
    assert card.locator("datalist option[value='Europe/Stockholm']").count() == 1

    field.fill("Mars/Olympus")
    card.get_by_role("button", name="Save").click()
    expect(card.get_by_text("This time zone doesn’t exist.")).to_be_visible()
    assert time_zone(house) == "GMT"

    field.fill("europe/stockholm")
    card.get_by_role("button", name="Save").click()
    expect(olga.toast.filter(has_text="Saved")).to_be_visible()
    expect(card.get_by_text("This browser is in another time zone")).to_be_hidden()
    expect_time(card, "Europe/Stockholm")
    assert time_zone(house) == "Europe/Stockholm"


def expect_time(card, zone):
    """Waits until the card shows the hour of the clock there, which may change meanwhile."""
    wait_until(f"the card shows the time in {zone}",
               lambda: re.search(f"{datetime.now(ZoneInfo(zone)):%H}:\\d\\d", card.inner_text()))


def test_an_open_page_shows_a_change_and_keeps_what_is_typed(house, new_browser):
    set_time_zone(house, "UTC")
    olga = new_browser(house).sign_in(house.owner)
    olga.open("settings/home")
    field = olga.field("Time zone")
    expect(field).to_have_value("GMT")
    set_time_zone(house, "Asia/Tokyo")
    expect(field).to_have_value("Asia/Tokyo")
    field.fill("Europe/L")
    set_time_zone(house, "Europe/Stockholm")
    expect(olga.page.get_by_text("This browser is in another time zone")).to_be_hidden()
    expect(field).to_have_value("Europe/L")


def test_a_change_that_moves_the_hours_of_a_guest_needs_the_pin(house, new_browser):
    set_time_zone(house, "UTC")
    kim = house.add_person("Kim", "guest")
    house.request("POST", "/grants", {
        "person": kim, "permissions": ["controlDevices"], "windows": ["tue 08:00-18:00"]})
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(403)
    olga.open("settings/home")
    field = olga.field("Time zone")
    field.fill("Europe/Stockholm")
    olga.page.locator("form").filter(has=field).get_by_role("button", name="Save").click()
    olga.enter_pin("Change the time zone")
    expect(olga.toast.filter(has_text="Saved")).to_be_visible()
    assert time_zone(house) == "Europe/Stockholm"
    house.request("DELETE", f"/people/{kim}")


def test_the_gateway_knows_the_time_zones_of_the_browser(house, new_browser):
    olga = new_browser(house)
    olga.open()
    names = olga.page.evaluate("Intl.supportedValuesOf('timeZone')")
    assert len(names) > 400
    # The gateway syncs each change to the disk, so the test sends a sample.
    for name in names[::40] + ["Asia/Calcutta", "America/Argentina/Buenos_Aires"]:
        set_time_zone(house, name)
    set_time_zone(house, "UTC")


@pytest.mark.parametrize(("locale", "expected"), [
    ("en-GB", "Olga set the time zone to Europe/Stockholm."), ("sv-SE", "Olga ställde in tidszonen Europe/Stockholm.")])
def test_the_activity_names_the_time_zone(house, new_browser, locale, expected):
    entry = {"id": "z", "time": "2026-01-31T12:00:00.000Z", "act": {
        "event": "settings.change", "status": "done", "actor": "olga", "wrongPINs": 0,
        "metadata": {"act": "setTimeZone", "zone": "Europe/Stockholm"}}}
    user = new_browser(house, locale=locale)
    user.open()
    assert expected == user.evaluate_in_module("activity/entry-sentence.js", f"""async ({{ entrySentence }}) => {{
      const {{ AuditNames }} = await import(new URL("activity/act-sentences.js", page));
      const store = {{ devices: new Map(), room: () => null, capability: () => null }};
      return entrySentence({json.dumps(entry)}, new AuditNames(store, [{{ id: "olga", name: "Olga" }}]));
    }}""")
