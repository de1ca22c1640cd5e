"""The first PIN: a new client may set it for ten minutes; later an owner must permit it."""

import contextlib

import pytest
from house import PIN
from playwright.sync_api import expect


def add_guest_with_lock_access(house):
    """Adds a guest who may unlock the front door, which needs a PIN. Returns their id."""
    kim = house.add_person("Kim", "guest")
    house.request("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["front-door"]})
    return kim


def choose_pin(user, dialog):
    dialog.get_by_label("New PIN").fill(PIN)
    dialog.get_by_label("Repeat the PIN").fill(PIN)
    dialog.get_by_role("button", name="Set a PIN").click()
    expect(dialog).to_have_count(0)


def expect_unlock_then_lock(user):
    """Expects the lock to be unlocked at the view of the door, and locks it."""
    value = user.page.locator(".capability[data-capability=lock] .numerals")
    expect(value).to_have_text("Unlocked")
    user.button("Lock").click()
    expect(value).to_have_text("Locked")


@pytest.fixture
def kim(house):
    kim = add_guest_with_lock_access(house)
    yield kim
    house.request("DELETE", f"/people/{kim}")


def test_a_guest_who_needs_a_pin_sets_it_at_sign_in(house, new_browser, kim):
    guest = new_browser(house).sign_in(kim, skip_pin=False)
    guest.allow_statuses(403)
    choose_pin(guest, guest.page.get_by_role("dialog", name="Choose your PIN"))
    guest.open_tile("Front door")
    guest.button("Unlock").click()
    guest.enter_pin()
    expect_unlock_then_lock(guest)


def test_a_child_who_needs_no_pin_sees_no_pin_dialog(house, new_browser):
    sam = house.add_person("Sam", "child")
    child = new_browser(house).sign_in(sam, skip_pin=False)
    expect(child.page.get_by_role("dialog")).to_have_count(0)
    house.request("DELETE", f"/people/{sam}")


def test_an_owner_allows_a_first_pin_after_the_ten_minutes(stopped_house, new_browser):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = new_browser(house).sign_in(house.add_person("Olga", "owner", pin=PIN))
            guest = new_browser(house).sign_in(add_guest_with_lock_access(house))
            for user in [olga, guest]:
                user.recorder.gateway_may_stop = True
                user.allow_statuses(403)
        # After a restart the gateway no longer treats any pairing as younger than ten minutes.
        with house.start_gateway():
            expect(guest.tile("Front door")).to_have_attribute("data-status", "live")
            guest.open_tile("Front door")
            guest.button("Unlock").click()
            dialog = guest.page.get_by_role("dialog", name="You don’t have a PIN yet")
            expect(dialog).to_contain_text("Ask an owner or admin to allow a first PIN")
            expect(dialog.get_by_role("textbox")).to_have_count(0)
            dialog.get_by_role("button", name="OK").click()
            guest.open("settings")
            expect(guest.page.get_by_text("Ask an owner or admin to allow a first PIN")).to_be_visible()
            guest.open("device/front-door")
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            olga.open("people/kim")
            olga.button("Allow first PIN").click()
            olga.enter_pin()
            expect(olga.page.locator("#toasts")).to_contain_text("Kim now has 10 minutes")
            guest.button("Unlock").click()
            choose_pin(guest, guest.page.get_by_role("dialog", name="Set a PIN"))
            # The new PIN also confirms the command for which it was chosen.
            expect_unlock_then_lock(guest)
            expect(guest.page.get_by_role("dialog")).to_have_count(0)
            # A first PIN cannot be permitted for a person who has one.
            olga.page.reload()
            expect(olga.button("Remove PIN")).to_be_visible()
            expect(olga.button("Allow first PIN")).to_have_count(0)
            [entry] = [record["entry"] for record in house.request("GET", "/audit?event=policy.change")
                       if record["entry"]["metadata"].get("act") == "allowFirstPIN"]
            assert (entry["actor"], entry["concerned"], entry["success"]) == ("olga", "kim", True)
