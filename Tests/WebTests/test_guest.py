"""What a guest sees: what they may do and when, live, and nothing of the household's past."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from axe_checks import LEVELS, find_violations
from page_user import DESKTOP, PHONE
from playwright.sync_api import expect

PLURAL_DAYS = {
    "en-GB": ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"],
    "sv-SE": ["måndagar", "tisdagar", "onsdagar", "torsdagar", "fredagar", "lördagar", "söndagar"]}


@pytest.fixture
def kim(house):
    """A guest without a grant."""
    kim = house.add_person("Kim", "guest")
    yield kim
    house.request("DELETE", f"/people/{kim}")


@pytest.fixture
def day(house):
    """The day after tomorrow in the home."""
    zone = ZoneInfo(house.request("GET", "/home")["timeZone"])
    return (datetime.now(zone) + timedelta(days=2)).date()


def window_on(day):
    return f"{day:%a} 08:00-18:00".lower()


def give(house, person, **terms):
    """Gives the person a grant to control the front door. Returns its id."""
    return house.request("POST", "/grants", {
        "person": person, "permissions": ["controlDevices"], "devices": ["front-door"], **terms})["id"]


def after(**duration):
    return (datetime.now(UTC) + timedelta(**duration)).isoformat().replace("+00:00", "Z")


def own_grants(user, title="What you can do"):
    return user.page.get_by_role("region", name=title).get_by_role("listitem")


@pytest.mark.parametrize(("locale", "viewport", "title", "following", "welcome"), [
    ("en-GB", DESKTOP, "What you can do", "Next", "Welcome, Kim."),
    ("sv-SE", PHONE, "Det här kan du göra", "Nästa gång", "Välkommen, Kim.")])
def test_a_guest_outside_the_hours_sees_what_they_may_do_and_when(
        house, new_browser, kim, day, locale, viewport, title, following, welcome):
    give(house, kim, windows=[window_on(day)])
    guest = new_browser(house, locale=locale, viewport=viewport)
    guest.sign_in(kim)
    rows = own_grants(guest, title)
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(re.compile(
        rf"Front door – {PLURAL_DAYS[locale][day.weekday()]} 08\W*–\W*18{following}: \S+ {day.day} \S+ 08:00\."))
    expect(guest.page.locator(".summary")).to_contain_text(welcome)
    expect(guest.page.locator(".tile, .empty")).to_have_count(0)
    # The name of the device is shown, but not its state.
    assert not re.search("[Ll]ocked|[Ll]åst", guest.page.locator("body").inner_text())
    assert not find_violations(guest.page, LEVELS)
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_open_page_follows_the_start_and_the_end_of_a_grant(house, new_browser, kim):
    give(house, kim, notBefore=after(days=40))
    grant = give(house, kim, notBefore=after(days=1), notAfter=after(days=2))
    guest = new_browser(house).sign_in(kim)
    expect(own_grants(guest)).to_have_count(2)
    expect(guest.tile("Front door")).to_have_count(0)
    house.request("PATCH", f"/grants/{grant}", {"notBefore": after(seconds=5)})
    expect(guest.tile("Front door")).to_be_visible()
    expect(own_grants(guest).first).to_contain_text("Now, until")
    house.request("PATCH", f"/grants/{grant}", {"notAfter": after(seconds=5)})
    expect(guest.tile("Front door")).to_have_count(0)
    expect(own_grants(guest)).to_have_count(1)
    expect(own_grants(guest)).to_contain_text("Next:")


def test_an_open_page_follows_a_changed_grant(house, new_browser, kim, day):
    grant = give(house, kim)
    guest = new_browser(house).sign_in(kim)
    expect(guest.tile("Front door")).to_be_visible()
    # The tiles show everything while all grants apply without an end.
    expect(own_grants(guest)).to_have_count(0)
    house.request("PATCH", f"/grants/{grant}", {"windows": [window_on(day)]})
    expect(own_grants(guest)).to_contain_text("Next:")
    expect(guest.tile("Front door")).to_have_count(0)
    house.request("PATCH", f"/grants/{grant}", {"windows": [], "maximumUses": 3})
    expect(own_grants(guest)).to_contain_text("Now. 3 uses left.")
    expect(guest.tile("Front door")).to_be_visible()


def test_a_guest_sees_nothing_of_the_household_s_past(house, new_browser, kim):
    house.command("front-door", "lock", "unlocked")
    house.command("front-door", "lock", "locked")
    give(house, kim)
    # Every refusal of the gateway would be a fault of this browser.
    guest = new_browser(house).sign_in(kim)
    links = guest.page.get_by_role("navigation").get_by_role("link")
    expect(links).to_have_text(["Home", "Settings"])
    guest.open_tile("Front door")
    guest.wait_until_idle()
    expect(guest.page.locator(".capability[data-capability=lock] .numerals")).to_have_text("Locked")
    acts = guest.page.get_by_role("region", name="Activity").get_by_role("listitem")
    expect(acts).to_have_count(0)
    expect(guest.page.locator(".device canvas, .device figure, .device .chart")).to_have_count(0)
    guest.button("Lock").click()
    expect(acts).to_have_count(1)
    expect(acts).to_contain_text("Kim locked Front door")
    links.filter(has_text="Settings").click()
    sections = guest.page.locator(".settings-list a.row")
    expect(sections.first).to_be_visible()
    expect(sections.filter(has_text="Lockdown")).to_have_count(0)
    for index in range(sections.count()):
        sections.nth(index).click()
        guest.wait_until_idle()


@pytest.mark.parametrize(("locale", "check", "no", "cause", "now", "following"), [
    ("en-GB", "Check", "No, not now", "Allowed by this, but not now:", "Now it’s", "Next"),
    ("sv-SE", "Kontrollera", "Nej, inte nu", "Tillåts av det här, men inte nu:", "Nu är det", "Nästa gång")])
def test_why_names_the_grant_and_its_hours(
        house, new_browser, kim, day, locale, check, no, cause, now, following):
    give(house, kim, windows=[window_on(day)])
    owner = new_browser(house, locale=locale).sign_in(house.owner)
    owner.open(f"people/{kim}")
    section = owner.page.locator("section[aria-labelledby=people-why]")
    for device in ["", "front-door"]:
        section.locator("select[name=device]").select_option(device)
        section.get_by_role("button", name=check, exact=True).click()
        answer = section.get_by_role("status")
        expect(answer).to_contain_text(no)
        expect(answer).to_contain_text(cause)
        expect(answer).to_contain_text(re.compile(rf"Front door .*{PLURAL_DAYS[locale][day.weekday()]} 08"))
        expect(answer).to_contain_text(re.compile(rf"{now} \S+ \d\d:\d\d\. {following}: \S+ {day.day} \S+ 08:00\."))
        expect(answer.locator("[lang]")).to_have_count(0)


def test_why_names_the_role_or_the_deny(house, olga):
    anna = house.add_person("Anna", "member")
    for deny, texts in [
            (None, ["Yes, now", "The role Member allows it.", "Some of it needs a PIN."]),
            ("front-door", ["No, not now", "Blocked by:", "Can’t control Front door."])]:
        if deny:
            house.request("POST", "/denies", {"person": anna, "permissions": ["controlDevices"], "devices": [deny]})
        section = olga.page.get_by_role("region", name="Check what Anna can do")
        olga.open("people")
        expect(section).to_have_count(0)
        olga.open(f"people/{anna}")
        section.locator("select[name=device]").select_option("front-door")
        section.get_by_role("button", name="Check", exact=True).click()
        for text in texts:
            expect(section.get_by_role("status")).to_contain_text(text)
    house.request("DELETE", f"/people/{anna}")


def test_a_pin_is_removed_only_from_a_person_who_has_one(house, olga, kim):
    olga.open(f"people/{kim}")
    expect(olga.button("Allow first PIN")).to_be_visible()
    expect(olga.button("Remove PIN")).to_have_count(0)
    house.request("PUT", f"/people/{kim}/pin", {"pin": "739164"})
    olga.open("people")
    olga.open(f"people/{kim}")
    expect(olga.button("Remove PIN")).to_be_visible()
    expect(olga.button("Allow first PIN")).to_have_count(0)
    # A child needs one to export their own data.
    cia = house.add_person("Cia", "child")
    olga.open("people")
    olga.open(f"people/{cia}")
    expect(olga.page.get_by_role("heading", level=1, name="Cia")).to_be_visible()
    expect(olga.button("Allow first PIN")).to_be_visible()
    house.request("DELETE", f"/people/{cia}")
