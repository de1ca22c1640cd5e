"""A discovered device is adopted; an invalid name is refused."""

import pytest
from homie import homie
from playwright.sync_api import expect


@pytest.fixture
def newcomer(house):
    """A lamp that is discovered and not adopted yet."""
    with homie(house, "newcomer") as newcomer:
        newcomer.announces("newcomer", "Reading lamp", type="example.lamp")
        yield newcomer


def test_a_device_is_adopted_with_a_bad_and_then_a_good_name(house, olga_anew, newcomer):
    olga = olga_anew
    olga.expects(403)
    olga.opens("found")
    card = olga.page.get_by_role("listitem").filter(has=olga.page.get_by_role("heading", name="Reading lamp"))
    card.get_by_role("button", name="Adopt").click()
    dialog = olga.page.get_by_role("dialog")
    name = dialog.get_by_label("What is it called?")
    name.fill("Lamp <b>")
    expect(dialog).to_contain_text("Character 6 (“<”) cannot be in a name")
    dialog.get_by_role("button", name="Adopt").click()
    expect(name).to_be_focused()
    name.fill("Window lamp")
    expect(dialog).not_to_contain_text("cannot be in a name")
    dialog.get_by_label("Where is it?").select_option("Bedroom")
    dialog.get_by_label("What does it move or feed?").select_option("light")
    dialog.get_by_role("button", name="Adopt").click()
    olga.gives_pin()
    expect(dialog).to_have_count(0)
    expect(olga.page.locator("#toasts")).to_contain_text("Window lamp is part of the home.")
    expect(card).to_have_count(0)
    olga.opens("home")
    expect(olga.tile("Window lamp")).to_contain_text("nothing heard yet")
    newcomer.says("newcomer/main/switch", "true")
    bedroom = olga.page.get_by_role("region", name="Bedroom")
    expect(bedroom.locator(olga.tile("Window lamp"))).to_have_class("tile is-on")
    house.remove("window-lamp")
