"""The gateway stops and starts again; meanwhile the page marks its state as old."""

import contextlib

from playwright.sync_api import expect


def test_the_page_comes_back_when_the_gateway_does(empty_house, browsers):
    house = empty_house
    with contextlib.ExitStack() as devices:
        with house.serving():
            devices.enter_context(house.devices())
            olga = browsers(house).comes_in(house.person("Olga", "owner"))
            olga.watch.gateway_leaves = True
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        expect(olga.page.get_by_text("The gateway cannot be reached: this is how the home was")).to_be_visible()
        expect(olga.tile("Front door")).to_have_attribute("data-status", "stale")
        with house.serving():
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            expect(olga.page.get_by_text("The gateway cannot be reached")).to_be_hidden()
            # A command to a device that has not reconnected yet would end as unreachable.
            expect(olga.tile("Kitchen lamp")).to_have_attribute("data-status", "live")
            house.tell("kitchen-lamp", "switch", True)
            house.tell("kitchen-lamp", "switch", False)
            expect(olga.tile("Kitchen lamp")).to_contain_text("off")


def test_a_command_that_reaches_nobody_says_so(empty_house, browsers):
    house = empty_house
    with contextlib.ExitStack() as devices:
        with house.serving():
            devices.enter_context(house.devices())
            olga = browsers(house).comes_in(house.person("Olga", "owner"))
            olga.watch.gateway_leaves = True
        olga.button("Kitchen lamp").click()
        expect(olga.page.locator("#toasts")).to_contain_text("The gateway cannot be reached just now.")
