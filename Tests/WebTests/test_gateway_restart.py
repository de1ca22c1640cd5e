"""The gateway stops and starts again, or falls silent. Meanwhile the page shows that its state is out of date."""

import contextlib
import signal

from house import wait_until
from playwright.sync_api import expect


def sign_in_owner(house, new_browser):
    olga = new_browser(house).sign_in(house.add_person("Olga", "owner"))
    olga.recorder.gateway_may_stop = True
    return olga


def test_a_page_that_could_not_start_offers_to_load_again(house, new_browser):
    olga = new_browser(house).sign_in(house.owner)
    olga.recorder.gateway_may_stop = True
    olga.page.route("**/core/store.js", lambda route: route.abort("connectionreset"))
    olga.page.reload()
    again = olga.page.get_by_role("link", name="Reload")
    expect(again).to_be_visible()
    olga.page.unroute("**/core/store.js")
    again.click()
    olga.expect_home()


def test_the_page_recovers_after_a_gateway_restart(stopped_house, new_browser):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = sign_in_owner(house, new_browser)
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        expect(olga.page.get_by_text("Can’t reach the gateway. Last updated")).to_be_visible()
        expect(olga.tile("Front door")).to_have_attribute("data-status", "stale")
        with house.start_gateway():
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            expect(olga.page.get_by_text("Can’t reach the gateway")).to_be_hidden()
            # A command to a device that has not reconnected yet, or is starting, would fail as unreachable.
            wait_until(
                "the lamp is ready", lambda: house.request("GET", "/devices/kitchen-lamp")["availability"] == "ready")
            expect(olga.tile("Kitchen lamp")).to_have_attribute("data-status", "live")
            house.command("kitchen-lamp", "switch", True)
            house.command("kitchen-lamp", "switch", False)
            expect(olga.tile("Kitchen lamp")).to_contain_text("Off")


def test_the_page_reports_a_command_without_a_gateway(stopped_house, new_browser):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = sign_in_owner(house, new_browser)
        expect(olga.page.get_by_text("Can’t reach the gateway. Last updated")).to_be_visible()
        olga.button("Kitchen lamp").click()
        expect(olga.page.locator("#toasts")).to_contain_text("Kitchen lamp: Not sent: no connection.")
        expect(olga.tile("Kitchen lamp")).to_contain_text("Not sent: no connection.")


def test_a_view_that_was_never_opened_waits_for_the_gateway(stopped_house, new_browser):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = sign_in_owner(house, new_browser)
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        olga.open("rooms")
        expect(olga.page.locator("main")).to_contain_text("Can’t reach the gateway right now.")
        # What was known of the home stays.
        olga.open("home")
        expect(olga.tile("Front door")).to_be_visible()
        olga.open("activity")
        expect(olga.page.locator("main")).to_contain_text("Can’t reach the gateway right now.")
        with house.start_gateway():
            expect(olga.page.get_by_role("heading", name="Activity", level=1)).to_be_visible()
            olga.open("rooms")
            expect(olga.page.get_by_role("heading", name="Rooms", level=1)).to_be_visible()


@contextlib.contextmanager
def silence(house):
    """Pauses the process of the gateway, so that its connections stay open and carry nothing."""
    house.gateway.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        house.gateway.process.send_signal(signal.SIGCONT)


def test_the_page_notices_a_gateway_that_falls_silent(stopped_house, new_browser):
    house = stopped_house
    with house.start_gateway(), house.simulate_devices():
        olga = sign_in_owner(house, new_browser)
        lost = olga.page.get_by_text("Can’t reach the gateway")
        expect(olga.tile("Kitchen lamp")).to_have_attribute("data-status", "live")
        # A command notices it long before the silence is too long: only a command shows this note.
        with silence(house):
            # The page reads what was still on its way, which would count as an answer.
            olga.wait_until_drawn()
            olga.button("Kitchen lamp").click()
            expect(olga.tile("Kitchen lamp").locator(".tile-note")).to_have_text("Your home doesn’t answer")
            expect(lost).to_be_visible()
        expect(lost).to_be_hidden()
        expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        with silence(house):
            expect(lost).to_be_visible()
        expect(lost).to_be_hidden()
