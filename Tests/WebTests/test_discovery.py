"""The adoption of a discovered device, with an invalid and a valid name."""

import pytest
from homie import homie_device
from playwright.sync_api import expect


@pytest.fixture
def discovered_lamp(house):
    """A discovered lamp that is not adopted yet."""
    with homie_device(house, "newcomer") as device:
        device.announce("newcomer", "Reading lamp", type="example.lamp")
        yield device


def test_a_device_is_adopted_after_its_name_is_corrected(house, olga_in_new_browser, discovered_lamp):
    olga = olga_in_new_browser
    olga.allow_statuses(403)
    olga.open("settings/devices")
    card = olga.page.get_by_role("listitem").filter(has=olga.page.get_by_role("heading", name="Reading lamp"))
    card.get_by_role("button", name="Add").click()
    dialog = olga.page.get_by_role("dialog")
    name = dialog.get_by_label("Name", exact=True)
    name.fill("Lamp <b>")
    expect(dialog).to_contain_text("The name can’t have < (character 6).")
    dialog.get_by_role("button", name="Add").click()
    expect(name).to_be_focused()
    name.fill("Window lamp")
    expect(dialog).not_to_contain_text("can’t have")
    dialog.get_by_label("Room", exact=True).select_option("Bedroom")
    dialog.get_by_label("What is it connected to?").select_option("light")
    dialog.get_by_role("button", name="Add").click()
    olga.enter_pin()
    expect(dialog).to_have_count(0)
    expect(olga.page.locator("#toasts")).to_contain_text("Window lamp added.")
    expect(card).to_have_count(0)
    olga.open("home")
    expect(olga.tile("Window lamp")).to_contain_text("No data yet")
    discovered_lamp.publish("newcomer/main/switch", "true")
    bedroom = olga.page.get_by_role("region", name="Bedroom")
    expect(bedroom.locator(olga.tile("Window lamp"))).to_have_class("tile is-on")
    house.remove("window-lamp")
