"""Guests see only shared devices, owners revoke clients, and several people share a browser."""

import re

import pytest
from house import wait_until
from playwright.sync_api import expect
from test_home import RECORD_STATUSES


@pytest.fixture
def kim(house):
    """A guest who may switch the kitchen lamp."""
    kim = house.add_person("Kim", "guest")
    house.request("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["kitchen-lamp"]})
    yield kim
    house.request("DELETE", f"/people/{kim}")


def test_a_guest_sees_only_shared_devices(house, new_browser, kim):
    guest = new_browser(house).sign_in(kim)
    expect(guest.page.locator(".tile")).to_have_count(1)
    expect(guest.tile("Kitchen lamp")).to_be_visible()
    expect(guest.page.locator("h2")).to_have_text(["Kitchen"])
    expect(guest.page.get_by_role("navigation").get_by_role("link")).to_have_text(["Home", "Settings"])
    guest.page.evaluate(RECORD_STATUSES, "kitchen-lamp")
    guest.button("Kitchen lamp").click()
    # This status lasts only for a moment.
    guest.page.wait_for_function("() => statuses.includes('confirmed')")


def test_a_guest_sees_no_data_of_others_in_any_view(house, new_browser, kim):
    guest = new_browser(house).sign_in(kim)
    guest.allow_statuses(403, 404)
    for view in guest.visit_views():
        text = guest.page.locator("body").inner_text()
        assert not [word for word in ["Olga", "Fridge", "Front door", "Meter"] if word in text], view


def test_a_guest_who_may_only_view_sees_no_controls(house, new_browser):
    vera = house.add_person("Vera", "guest")
    house.request("POST", "/grants", {"person": vera, "permissions": ["viewEnvironment"], "rooms": ["kitchen"]})
    guest = new_browser(house).sign_in(vera)
    expect(guest.tile("Kitchen lamp")).to_be_visible()
    expect(guest.page.get_by_role("main").get_by_role("button")).to_have_count(0)
    expect(guest.page.get_by_role("main").get_by_role("slider")).to_have_count(0)
    house.request("DELETE", f"/people/{vera}")


def test_a_revoked_phone_deletes_its_key_and_tiles(house, new_browser):
    anna = house.add_person("Anna", "member")
    owner = new_browser(house).sign_in(house.owner)
    phone = new_browser(house).sign_in(anna)
    expect(phone.tile("Kitchen lamp")).to_be_visible()
    assert phone.identities() == [anna]
    owner.open(f"people/{anna}")
    owner.page.get_by_role("button", name=re.compile("^Sign out .+ on Linux$")).click()
    owner.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(phone.page.get_by_text("This browser no longer has access.")).to_be_visible()
    expect(phone.page.locator(".tile")).to_have_count(0)
    wait_until("the phone has deleted its key", lambda: phone.identities() == [], seconds=15)
    house.request("DELETE", f"/people/{anna}")


def test_a_member_signs_out_another_phone_that_is_theirs(house, new_browser):
    mia = house.add_person("Mia", "member")
    phone, stolen = (new_browser(house).sign_in(mia) for _ in range(2))
    phone.open("settings/you")
    card = phone.page.locator(".card").filter(has_text="Your other phones and browsers")
    row = card.locator(".client")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Sign out").click()
    phone.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(card).to_contain_text("You are signed in only here.")
    expect(stolen.page.get_by_text("This browser no longer has access")).to_be_visible()
    phone.leave()
    house.request("DELETE", f"/people/{mia}")


def test_two_people_share_a_browser(house, new_browser, kim):
    tablet = new_browser(house).sign_in(house.owner)
    tablet.sign_in(kim)
    expect(tablet.page.locator(".tile")).to_have_count(1)
    assert set(tablet.identities()) == {house.owner, kim}
    tablet.open("settings")
    tablet.page.get_by_role("button").filter(has_text="Olga").click()
    expect(tablet.tile("Front door")).to_be_visible()
    tablet.page.reload()
    expect(tablet.tile("Front door")).to_be_visible()
    tablet.open("settings")
    tablet.button("Sign out").click()
    tablet.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    # After a sign-out the page asks who is here, and does not sign in another person.
    expect(tablet.page.get_by_role("heading", name="Who’s using Tomte?")).to_be_visible()
    assert tablet.identities() == [kim]
    tablet.button("Kim").click()
    expect(tablet.page.locator(".tile")).to_have_count(1)


def test_a_child_sees_which_actions_need_an_adult(house, new_browser):
    """The gateway accepts no PIN of a child, so the page does not mention PINs."""
    cia = house.add_person("Cia", "child")
    child = new_browser(house).sign_in(cia)
    child.allow_statuses(403)
    child.open("device/fridge")
    switch = child.page.locator(".capability[data-capability=switch]")
    expect(switch).to_contain_text("Only adults can change this")
    expect(switch.get_by_role("switch")).to_have_count(0)
    child.open("device/front-door")
    expect(child.page.locator(".capability[data-capability=lock]")).to_contain_text("Only adults can change this")
    expect(child.page.get_by_text("requires your PIN")).to_have_count(0)
    expect(child.button("Unlock")).to_have_count(0)
    # A child who locks the door could not unlock it again.
    house.command("front-door", "lock", "unlocked")
    expect(child.page.locator(".capability[data-capability=lock] .numerals")).to_have_text("Unlocked")
    expect(child.button("Lock")).to_have_count(0)
    child.open()
    expect(child.value("Front door")).to_have_text("Unlocked")
    expect(child.button("Lock Front door")).to_have_count(0)
    child.fact("unlocked").click()
    expect(child.page.get_by_role("dialog").get_by_role("listitem")).to_contain_text("Unlocked")
    expect(child.page.get_by_role("dialog").get_by_role("button", name="Lock")).to_have_count(0)
    house.command("front-door", "lock", "locked")
    house.request("DELETE", f"/people/{cia}")
