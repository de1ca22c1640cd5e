"""The first PIN: the page asks for it while it may be set; later an owner must permit it."""

import contextlib

import pytest
from house import PIN
from playwright.sync_api import expect


def cleaner(house):
    """Adds a guest who may unlock the front door, which requires a PIN. Returns their id."""
    kim = house.person("Kim", "guest")
    house.ask("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["front-door"]})
    return kim


def chooses_pin(visitor, dialog):
    dialog.get_by_label("New PIN").fill(PIN)
    dialog.get_by_label("The same again").fill(PIN)
    dialog.get_by_role("button", name="Set a PIN").click()
    expect(dialog).to_have_count(0)


def sees_it_unlock(visitor):
    expect(visitor.value("Front door")).to_have_text("unlocked")
    visitor.button("Front door").click()
    expect(visitor.value("Front door")).to_have_text("locked")


@pytest.fixture
def kim(house):
    kim = cleaner(house)
    yield kim
    house.ask("DELETE", f"/people/{kim}")


def test_whoever_will_need_a_pin_is_asked_for_it_on_coming_in(house, browsers, kim):
    guest = browsers(house).comes_in(kim, without_pin=False)
    guest.expects(403)
    chooses_pin(guest, guest.page.get_by_role("dialog", name="Choose your PIN"))
    guest.button("Front door").click()
    guest.gives_pin()
    sees_it_unlock(guest)


def test_whoever_needs_no_pin_is_not_asked_for_one(house, browsers):
    sam = house.person("Sam", "child")
    child = browsers(house).comes_in(sam, without_pin=False)
    expect(child.page.get_by_role("dialog")).to_have_count(0)
    house.ask("DELETE", f"/people/{sam}")


def test_after_the_ten_minutes_an_owner_allows_a_first_pin(empty_house, browsers):
    house = empty_house
    with contextlib.ExitStack() as devices:
        with house.serving():
            devices.enter_context(house.devices())
            olga = browsers(house).comes_in(house.person("Olga", "owner", pin=PIN))
            guest = browsers(house).comes_in(cleaner(house))
            for visitor in [olga, guest]:
                visitor.watch.gateway_leaves = True
                visitor.expects(403)
        # After a restart the gateway no longer treats any pairing as younger than ten minutes.
        with house.serving():
            expect(guest.tile("Front door")).to_have_attribute("data-status", "live")
            guest.button("Front door").click()
            dialog = guest.page.get_by_role("dialog", name="You have no PIN yet")
            expect(dialog).to_contain_text("Ask an owner or admin to allow a first PIN")
            expect(dialog.get_by_role("textbox")).to_have_count(0)
            dialog.get_by_role("button", name="OK").click()
            guest.opens("settings")
            expect(guest.page.get_by_text("Ask an owner or admin to allow a first PIN")).to_be_visible()
            guest.opens()
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            olga.opens("people/kim")
            olga.button("Allow a first PIN").click()
            olga.gives_pin()
            expect(olga.page.locator("#toasts")).to_contain_text("Kim may choose a PIN now")
            guest.button("Front door").click()
            chooses_pin(guest, guest.page.get_by_role("dialog", name="Set a PIN"))
            # The new PIN also confirms the command for which it was chosen.
            sees_it_unlock(guest)
            expect(guest.page.get_by_role("dialog")).to_have_count(0)
            # A first PIN cannot be permitted for a person who has one.
            olga.page.reload()
            expect(olga.button("Take the PIN away")).to_be_visible()
            expect(olga.button("Allow a first PIN")).to_have_count(0)
            [entry] = [record["entry"] for record in house.ask("GET", "/audit?event=policy.change")
                       if record["entry"]["metadata"].get("act") == "allowFirstPIN"]
            assert (entry["actor"], entry["concerned"], entry["success"]) == ("olga", "kim", True)
