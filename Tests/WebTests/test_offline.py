"""Without the gateway, the page opens if the browser trusts the web root. Otherwise the settings explain the reason."""

import contextlib

from playwright.sync_api import expect

from axe_checks import find_violations_in_both_schemes
from page_user import PageUser, open_trusting_context


def test_the_page_opens_while_the_gateway_is_stopped(playwright, stopped_house, tmp_path):
    house = stopped_house
    with contextlib.ExitStack() as contexts:
        with house.start_gateway():
            contexts.enter_context(house.simulate_devices())
            # The page saves the home when it reads it for the first time, so the lock has to have reported by then.
            house.command("front-door", "lock", "locked")
            context = contexts.enter_context(open_trusting_context(playwright, house, tmp_path))
            olga = PageUser(context, house).sign_in(house.add_person("Olga", "owner"))
            olga.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            olga.open("settings")
            expect(olga.page.get_by_text("On. Without a connection, the last known state is shown.")).to_be_visible()
            olga.open("home")
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            olga.wait_until_idle()
        olga.recorder.gateway_may_stop = True
        olga.page.goto("about:blank")
        olga.open()
        expect(olga.tile("Front door")).to_have_attribute("data-status", "stale")
        expect(olga.value("Front door")).to_have_text("Locked")
        expect(olga.page.get_by_text("Can’t reach the gateway. Last updated")).to_be_visible()
        assert not find_violations_in_both_schemes(olga.page)
        with house.start_gateway():
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        assert not olga.recorder.faults


def test_the_settings_explain_missing_offline_support(olga):
    olga.open("settings")
    expect(olga.page.get_by_text("Off. This browser doesn’t trust your home yet, so nothing is stored for offline use.")).to_be_visible()
    olga.page.get_by_role("link", name="How to fix this").click()
    expect(olga.page.get_by_text("Your home makes its own certificate instead of buying one.")).to_be_visible()
