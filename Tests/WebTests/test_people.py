"""Guests see only what is shared with them, clients are revoked, and several people share a browser."""

import pytest
from house import eventually
from playwright.sync_api import expect


@pytest.fixture
def kim(house):
    """A guest who may switch the kitchen lamp."""
    kim = house.person("Kim", "guest")
    house.ask("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["kitchen-lamp"]})
    yield kim
    house.ask("DELETE", f"/people/{kim}")


def test_a_guest_sees_only_what_is_theirs(house, browsers, kim):
    guest = browsers(house).comes_in(kim)
    expect(guest.page.locator(".tile")).to_have_count(1)
    expect(guest.tile("Kitchen lamp")).to_be_visible()
    expect(guest.page.locator("h2")).to_have_text(["Kitchen"])
    expect(guest.page.get_by_role("navigation").get_by_role("link")).to_have_text(["Home", "History", "Settings"])
    guest.button("Kitchen lamp").click()
    expect(guest.tile("Kitchen lamp")).to_have_attribute("data-status", "confirmed")


def test_a_guest_who_types_an_address_sees_nothing_of_others(house, browsers, kim):
    guest = browsers(house).comes_in(kim)
    guest.expects(403, 404)
    for place in guest.all_places():
        said = guest.page.locator("body").inner_text()
        assert not [word for word in ["Olga", "Fridge", "Front door", "Meter"] if word in said], place


def test_who_only_watches_has_no_buttons(house, browsers):
    vera = house.person("Vera", "guest")
    house.ask("POST", "/grants", {"person": vera, "permissions": ["viewEnvironment"], "rooms": ["kitchen"]})
    guest = browsers(house).comes_in(vera)
    expect(guest.tile("Kitchen lamp")).to_be_visible()
    expect(guest.page.get_by_role("main").get_by_role("button")).to_have_count(0)
    expect(guest.page.get_by_role("main").get_by_role("slider")).to_have_count(0)
    house.ask("DELETE", f"/people/{vera}")


def test_a_phone_that_is_revoked_while_open_forgets_everything(house, browsers):
    anna = house.person("Anna", "member")
    owner = browsers(house).comes_in(house.owner)
    phone = browsers(house).comes_in(anna)
    expect(phone.tile("Kitchen lamp")).to_be_visible()
    assert phone.identities() == [anna]
    owner.opens(f"people/{anna}")
    owner.button("Sign Linux out").click()
    owner.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(phone.page.get_by_text("This browser is no longer let in.")).to_be_visible()
    expect(phone.page.locator(".tile")).to_have_count(0)
    eventually("its key is gone", lambda: phone.identities() == [], seconds=15)
    house.ask("DELETE", f"/people/{anna}")


def test_two_people_share_a_browser(house, browsers, kim):
    tablet = browsers(house).comes_in(house.owner)
    tablet.comes_in(kim)
    expect(tablet.page.locator(".tile")).to_have_count(1)
    assert set(tablet.identities()) == {house.owner, kim}
    tablet.opens("settings")
    tablet.page.get_by_role("button").filter(has_text="Olga").click()
    expect(tablet.tile("Front door")).to_be_visible()
    tablet.page.reload()
    expect(tablet.tile("Front door")).to_be_visible()
    tablet.opens("settings")
    tablet.button("Sign out").click()
    tablet.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    # After a sign-out the page asks who is here, and does not sign in another person.
    expect(tablet.page.get_by_role("heading", name="Who is here?")).to_be_visible()
    assert tablet.identities() == [kim]
    tablet.button("Kim").click()
    expect(tablet.page.locator(".tile")).to_have_count(1)


def test_a_child_is_told_what_only_an_adult_may_do(house, browsers):
    """A PIN of a child is not accepted, so the page does not mention one."""
    cia = house.person("Cia", "child")
    child = browsers(house).comes_in(cia)
    child.expects(403)
    child.opens("device/fridge")
    switch = child.page.locator(".capability[data-capability=switch]")
    expect(switch).to_contain_text("Only an adult may change it")
    expect(switch.get_by_role("switch")).to_have_count(0)
    child.opens("device/front-door")
    expect(child.page.locator(".capability[data-capability=lock]")).to_contain_text("Only an adult may do all of it")
    expect(child.page.get_by_text("asks for your PIN")).to_have_count(0)
    child.opens()
    child.button("Front door").click()
    expect(child.tile("Front door")).to_contain_text("Only an adult may do this.")
    expect(child.value("Front door")).to_have_text("locked")
    house.ask("DELETE", f"/people/{cia}")
