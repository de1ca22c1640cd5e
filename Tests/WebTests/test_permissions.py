"""An open page follows changes of the person's permissions without a reload."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect


@pytest.fixture
def kim(house):
    """A guest without any permission."""
    kim = house.add_person("Kim", "guest")
    yield kim
    house.request("DELETE", f"/people/{kim}")


def create_grant(house, person, device="front-door"):
    body = {"person": person, "permissions": ["controlDevices"], "devices": [device]}
    return house.request("POST", "/grants", body)["id"]


def test_a_new_grant_appears_on_an_open_page(house, new_browser, kim):
    guest = new_browser(house).sign_in(kim)
    expect(guest.page.get_by_text("Nothing is shared with you yet")).to_be_visible()
    create_grant(house, kim)
    expect(guest.tile("Front door")).to_have_attribute("data-status", "live")
    create_grant(house, kim, "kitchen-lamp")
    expect(guest.tile("Kitchen lamp")).to_be_visible()


def test_a_deleted_grant_removes_its_device_from_an_open_page(house, new_browser, kim):
    grants = [create_grant(house, kim, device) for device in ["front-door", "kitchen-lamp"]]
    guest = new_browser(house).sign_in(kim)
    for grant, name in zip(grants, ["Front door", "Kitchen lamp"]):
        expect(guest.tile(name)).to_be_visible()
        house.request("DELETE", f"/grants/{grant}")
        expect(guest.tile(name)).to_have_count(0)
    expect(guest.page.get_by_text("Nothing is shared with you yet")).to_be_visible()


def test_a_device_view_shows_whether_the_device_is_shared(house, new_browser, kim):
    grant = create_grant(house, kim)
    guest = new_browser(house).sign_in(kim)
    guest.allow_statuses(404)
    guest.open("device/front-door")
    unlock, gone = guest.button("Unlock"), guest.page.get_by_text("Front door is no longer shared with you")
    expect(unlock).to_be_visible()
    for _ in range(2):
        another_day = (datetime.now() + timedelta(days=3)).strftime("%a").lower()
        house.request("PATCH", f"/grants/{grant}", {"windows": [f"{another_day} 08:00-20:00"]})
        expect(gone).to_be_visible()
        expect(unlock).to_have_count(0)
        house.request("PATCH", f"/grants/{grant}", {"windows": []})
        expect(unlock).to_be_visible()
        expect(gone).to_have_count(0)
    house.request("DELETE", f"/grants/{grant}")
    expect(gone).to_be_visible()


def test_the_tiles_are_stale_until_changed_permissions_are_loaded(house, new_browser, kim):
    grant = create_grant(house, kim)
    guest = new_browser(house).sign_in(kim)
    guest.recorder.gateway_may_stop = True
    expect(guest.tile("Front door")).to_have_attribute("data-status", "live")
    devices = re.compile(r"/api/v1/devices$")
    guest.page.route(devices, lambda route: route.abort("connectionrefused"))
    house.request("DELETE", f"/grants/{grant}")
    expect(guest.tile("Front door")).to_have_attribute("data-status", "stale")
    expect(guest.page.get_by_text("Can’t reach the gateway. Last updated")).to_be_visible()
    guest.page.unroute(devices)
    expect(guest.tile("Front door")).to_have_count(0)
    expect(guest.page.get_by_text("Can’t reach the gateway")).to_be_hidden()


@pytest.fixture
def lockdown(house):
    """A function that switches the lockdown."""
    def switch(is_on):
        house.request("POST", "/lockdown", {"isOn": is_on})

    yield switch
    switch(False)


def test_every_open_page_shows_whether_a_lockdown_is_on(house, new_browser, kim, lockdown):
    pages = [new_browser(house).sign_in(person).page for person in [house.owner, kim]]
    for is_on in [True, False]:
        lockdown(is_on)
        for page in pages:
            expect(page.get_by_text("Lockdown is on.")).to_be_visible(visible=is_on)


@pytest.mark.parametrize("role", ["owner", "child"])
def test_a_lockdown_leaves_only_the_buttons_that_it_permits(house, new_browser, lockdown, role):
    person = house.owner if role == "owner" else house.add_person("Cia", "child")
    user = new_browser(house).sign_in(person)
    house.command("kitchen-lamp", "switch", True)
    house.command("front-door", "lock", "unlocked")
    lamp, lights = user.button("Kitchen lamp"), user.page.locator("[data-room] .room-lights")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    lockdown(True)
    expect(user.page.locator(".tile-control .slider, .step[data-act=open], .step[data-act=close]")).to_have_count(0)
    expect(user.tile("Bedroom heating").locator(".step:visible")).to_have_count(0)
    expect(user.button("Stop Bedroom blind")).to_be_visible()
    expect(user.button("Lock Front door")).to_have_count(1 if role == "owner" else 0)
    # A lamp can still be turned off, by its tile and by its room, and not on again.
    expect(lights).to_have_accessible_name("Turn off all lights in Kitchen")
    lamp.click()
    expect(user.value("Kitchen lamp")).to_have_text("Off")
    expect(user.tile("Kitchen lamp").get_by_role("link", name="Kitchen lamp", exact=True)).to_be_visible()
    expect(lamp).to_have_count(0)
    expect(user.button("Undo")).to_have_count(0)
    expect(lights).to_be_hidden()
    for device, permitted in [("kitchen-lamp", []), ("bedroom-heating", []), ("bedroom-blind", ["Stop"])]:
        user.open(f"device/{device}")
        expect(user.page.locator(f"a[href*='{device}'], .device-now .capability").first).to_be_visible()
        user.wait_until_idle()
        expect(user.page.locator(".capability :is(button, input):visible")).to_have_text(permitted)
    lockdown(False)
    expect(user.button("Close")).to_be_visible()
    house.command("front-door", "lock", "locked")
    if role == "child":
        house.request("DELETE", f"/people/{person}")
