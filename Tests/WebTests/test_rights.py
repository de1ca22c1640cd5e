"""An open page follows changes of the person's permissions without a reload."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect


@pytest.fixture
def kim(house):
    """A guest without any permission."""
    kim = house.person("Kim", "guest")
    yield kim
    house.ask("DELETE", f"/people/{kim}")


def grant(house, person, device="front-door"):
    return house.ask("POST", "/grants", {"person": person, "permissions": ["controlDevices"], "devices": [device]})["id"]


def test_a_grant_reaches_an_open_page(house, browsers, kim):
    guest = browsers(house).comes_in(kim)
    expect(guest.page.get_by_text("No devices yet")).to_be_visible()
    grant(house, kim)
    expect(guest.tile("Front door")).to_have_attribute("data-status", "live")
    grant(house, kim, "kitchen-lamp")
    expect(guest.tile("Kitchen lamp")).to_be_visible()


def test_what_is_not_shared_any_more_leaves_the_open_home(house, browsers, kim):
    grants = [grant(house, kim, device) for device in ["front-door", "kitchen-lamp"]]
    guest = browsers(house).comes_in(kim)
    for given, name in zip(grants, ["Front door", "Kitchen lamp"]):
        expect(guest.tile(name)).to_be_visible()
        house.ask("DELETE", f"/grants/{given}")
        expect(guest.tile(name)).to_have_count(0)
    expect(guest.page.get_by_text("No devices yet")).to_be_visible()


def test_a_device_page_says_when_the_device_is_shared_and_when_not(house, browsers, kim):
    given = grant(house, kim)
    guest = browsers(house).comes_in(kim)
    guest.expects(404)
    guest.opens("device/front-door")
    unlock, gone = guest.button("Unlock"), guest.page.get_by_text("Front door is not shared with you any more")
    expect(unlock).to_be_visible()
    for _ in range(2):
        another_day = (datetime.now() + timedelta(days=3)).strftime("%a").lower()
        house.ask("PATCH", f"/grants/{given}", {"windows": [f"{another_day} 08:00-20:00"]})
        expect(gone).to_be_visible()
        expect(unlock).to_have_count(0)
        house.ask("PATCH", f"/grants/{given}", {"windows": []})
        expect(unlock).to_be_visible()
        expect(gone).to_have_count(0)
    house.ask("DELETE", f"/grants/{given}")
    expect(gone).to_be_visible()


def test_what_may_have_changed_and_cannot_be_read_is_old_until_it_is(house, browsers, kim):
    given = grant(house, kim)
    guest = browsers(house).comes_in(kim)
    guest.watch.gateway_leaves = True
    expect(guest.tile("Front door")).to_have_attribute("data-status", "live")
    devices = re.compile(r"/api/v1/devices$")
    guest.page.route(devices, lambda route: route.abort("connectionrefused"))
    house.ask("DELETE", f"/grants/{given}")
    expect(guest.tile("Front door")).to_have_attribute("data-status", "stale")
    expect(guest.page.get_by_text("The gateway cannot be reached: this is how the home was")).to_be_visible()
    guest.page.unroute(devices)
    expect(guest.tile("Front door")).to_have_count(0)
    expect(guest.page.get_by_text("The gateway cannot be reached")).to_be_hidden()


@pytest.fixture
def lockdown(house):
    """A function that switches the lockdown."""
    def switch(is_on):
        house.ask("POST", "/lockdown", {"isOn": is_on})

    yield switch
    switch(False)


def test_every_open_page_says_when_a_lockdown_is_on(house, browsers, kim, lockdown):
    pages = [browsers(house).comes_in(person).page for person in [house.owner, kim]]
    for is_on in [True, False]:
        lockdown(is_on)
        for page in pages:
            expect(page.get_by_text("Lockdown: nothing can be told")).to_be_visible(visible=is_on)
