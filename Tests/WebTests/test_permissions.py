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
    expect(guest.page.get_by_text("No devices yet")).to_be_visible()
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
    expect(guest.page.get_by_text("No devices yet")).to_be_visible()


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
