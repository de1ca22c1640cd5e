"""The gateway stops and starts again. Meanwhile the page shows that its state is out of date."""

import contextlib

from playwright.sync_api import expect


def test_the_page_recovers_after_a_gateway_restart(stopped_house, new_browser):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = new_browser(house).sign_in(house.add_person("Olga", "owner"))
            olga.recorder.gateway_may_stop = True
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        expect(olga.page.get_by_text("Can’t reach the gateway. Last updated")).to_be_visible()
        expect(olga.tile("Front door")).to_have_attribute("data-status", "stale")
        with house.start_gateway():
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            expect(olga.page.get_by_text("Can’t reach the gateway")).to_be_hidden()
            # A command to a device that has not reconnected yet would fail as unreachable.
            expect(olga.tile("Kitchen lamp")).to_have_attribute("data-status", "live")
            house.command("kitchen-lamp", "switch", True)
            house.command("kitchen-lamp", "switch", False)
            expect(olga.tile("Kitchen lamp")).to_contain_text("off")


def test_the_page_reports_a_command_without_a_gateway(stopped_house, new_browser):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = new_browser(house).sign_in(house.add_person("Olga", "owner"))
            olga.recorder.gateway_may_stop = True
        expect(olga.page.get_by_text("Can’t reach the gateway. Last updated")).to_be_visible()
        olga.button("Kitchen lamp").click()
        expect(olga.page.locator("#toasts")).to_contain_text("Kitchen lamp: Not sent: no connection.")
        expect(olga.tile("Kitchen lamp")).to_contain_text("Not sent: no connection.")
